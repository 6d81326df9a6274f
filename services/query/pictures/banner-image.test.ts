import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mediaKey } from '@stepledger/contracts/storage-keys.ts'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderStorage } from '../../platform/storage/folder-storage.ts'
import { bannerImage } from './banner-image.ts'

const box = { width: 384, height: 150 }
const banner = { format: 'webp' as const, sha256: 'ab'.repeat(32), width: 300, height: 300 }

async function storageWith(bytes: Buffer | null) {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-banners-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storage = await folderStorage({ folder, publicUrl: () => 'http://localhost:8080', now: Date.now })
  if (bytes) await storage.put(mediaKey(banner.sha256, banner.format), bytes)
  return storage
}

describe('the banner on a picture', () => {
  it('is cropped to the requested size', async () => {
    const square = sharp({ create: { width: 300, height: 300, channels: 3, background: '#c04040' } })
    const image = await bannerImage(await storageWith(await square.webp().toBuffer()), banner, box)
    const [, data = ''] = image?.split('data:image/png;base64,') ?? []
    expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ format: 'png', ...box })
  })

  it('is null when it is missing or cannot be decoded', async () => {
    expect(await bannerImage(await storageWith(null), null, box)).toBeNull()
    expect(await bannerImage(await storageWith(null), banner, box)).toBeNull()
    expect(await bannerImage(await storageWith(Buffer.from('no picture')), banner, box)).toBeNull()
  })

  it('fails with 503 while the storage is unavailable, so that no picture is cached without it', async () => {
    const unavailable = {
      get: async () => {
        throw new Error('unavailable')
      },
    }
    await expect(bannerImage(unavailable, banner, box)).rejects.toMatchObject({ status: 503 })
  })
})
