import { buffer } from 'node:stream/consumers'
import type { PictureVariant } from '@stepledger/contracts/packs/picture.ts'
import { mediaKey } from '@stepledger/contracts/storage-keys.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'

/** Maximum size of a banner variant, bytes. */
const maxBytes = 4 * 1024 * 1024
const readTimeoutMs = 2_000

interface Size {
  readonly width: number
  readonly height: number
}

/** A pack's banner, as `storedImage`. */
export async function bannerImage(
  storage: Pick<Storage, 'get'>,
  banner: PictureVariant | null,
  size: Size,
): Promise<string | null> {
  return storedImage(storage, banner && mediaKey(banner.sha256, banner.format), size)
}

/**
 * A file of the storage, cropped to `width` × `height` px, as a data URL for SVG. Null without one or when it cannot be
 * decoded. Throws 503 while the storage is unavailable, because a picture without it would be cached.
 */
export async function storedImage(
  storage: Pick<Storage, 'get'>,
  key: string | null,
  { width, height }: Size,
): Promise<string | null> {
  const bytes =
    key !== null &&
    (await withDeadline(readTimeoutMs, read(storage, key), 'the storage').catch(throwUnavailable))
  if (!bytes) return null
  const { default: sharp } = await import('sharp')
  const png = await sharp(bytes)
    .resize({ width, height, fit: 'cover' })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => null)
  return png && `data:image/png;base64,${png.toString('base64')}`
}

async function read(storage: Pick<Storage, 'get'>, key: string): Promise<Buffer | null> {
  const file = await storage.get(key)
  if (!file) return null
  if (file.size <= maxBytes) return buffer(file.stream)
  file.stream.destroy()
  return null
}

function throwUnavailable(): never {
  throw new HttpError(503, 'The picture is temporarily unavailable', { headers: { 'retry-after': '5' } })
}
