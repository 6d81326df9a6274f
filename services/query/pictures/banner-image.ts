import { buffer } from 'node:stream/consumers'
import type { PictureVariant } from '@stepledger/contracts/packs/picture.ts'
import { mediaKey } from '@stepledger/contracts/storage/media-key.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'

/** No variant of a banner is larger, bytes. */
const maxBytes = 4 * 1024 * 1024
const patienceMs = 2_000

/**
 * A banner that a pack brought, cut to `width` × `height` px, as an address that SVG takes. Null where there is none,
 * or none that can be read. Throws 503 while the storage is away: a picture without its banner would be kept for ever.
 */
export async function bannerImage(
  storage: Pick<Storage, 'get'>,
  banner: PictureVariant | null,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<string | null> {
  const bytes = banner && (await withDeadline(patienceMs, read(storage, banner), 'the storage').catch(away))
  if (!bytes) return null
  const { default: sharp } = await import('sharp')
  const png = await sharp(bytes)
    .resize({ width, height, fit: 'cover' })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => null)
  return png && `data:image/png;base64,${png.toString('base64')}`
}

async function read(storage: Pick<Storage, 'get'>, banner: PictureVariant): Promise<Buffer | null> {
  const file = await storage.get(mediaKey(banner.sha256, banner.format))
  if (!file) return null
  if (file.size <= maxBytes) return buffer(file.stream)
  file.stream.destroy()
  return null
}

function away(): never {
  throw new HttpError(503, "The banner can't be read just now", { headers: { 'retry-after': '5' } })
}
