import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderStorage } from '../../platform/storage/folder-storage.ts'
import { pictureCache } from './picture-cache.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const day = 24 * 3600 * 1000
const usual = { bounds: { maxBytes: 1_000_000, maxAge: day }, now: Date.now, log: quiet }

async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const open = () => folderStorage({ folder, publicUrl: () => 'http://localhost:8080', now: Date.now })
  return { folder, open, storage: await open() }
}

describe('the picture cache', () => {
  it('draws each picture once, for all processes and over restarts', async () => {
    const { open } = await prepare()
    let drawn = 0
    const draw = async () => Buffer.from(`picture ${++drawn}`)
    const first = pictureCache({ ...usual, storage: await open() })
    expect(String(await first.find('0123456789ab', draw))).toBe('picture 1')
    await first.settled()
    const second = pictureCache({ ...usual, storage: await open() })
    expect(String(await second.find('0123456789ab', draw))).toBe('picture 1')
    expect(String(await second.find('ba9876543210', draw))).toBe('picture 2')
    await second.settled()
  })

  it('falls back to drawing while the storage fails', async () => {
    const { storage } = await prepare()
    const broken = { ...storage, get: fail, put: fail }
    const pictures = pictureCache({ ...usual, storage: broken })
    expect(String(await pictures.find('0123456789ab', async () => Buffer.from('picture')))).toBe('picture')
    await pictures.settled()
  })

  it('times out when the storage does not respond, on reads and on shutdown', async () => {
    const { storage } = await prepare()
    const hanging = { ...storage, get: hang, put: hang }
    const pictures = pictureCache({ ...usual, storage: hanging, timeouts: { readMs: 20, keepMs: 20 } })
    expect(String(await pictures.find('0123456789ab', async () => Buffer.from('picture')))).toBe('picture')
    await pictures.settled()
  })

  it('deletes expired pictures at the next sweep', async () => {
    const { storage, folder } = await prepare()
    const pictures = pictureCache({ ...usual, storage })
    const keep = async (version: string, at: number) => {
      await pictures.find(version, async () => Buffer.from('picture'))
      await pictures.settled()
      const kept = new Date(at)
      await utimes(join(folder, 'files/pictures', version, `${version}.png`), kept, kept)
    }
    await keep('aa', Date.now() - 2 * day)
    await keep('bb', Date.now())
    await pictures.sweep()
    expect(await storage.head('pictures/aa/aa.png')).toBeNull()
    expect(await storage.head('pictures/bb/bb.png')).not.toBeNull()
  })

  it('draws pictures without storing them while too many wait for a slow storage', async () => {
    const { storage } = await prepare()
    let puts = 0
    const slow = {
      ...storage,
      put: () => {
        puts += 1
        return hang()
      },
    }
    const pictures = pictureCache({ ...usual, storage: slow, timeouts: { readMs: 2_000, keepMs: 20 } })
    const draw = async () => Buffer.from('picture')
    for (let i = 0; i < 30; i += 1) await pictures.find(i.toString(16).padStart(12, '0'), draw)
    await pictures.settled()
    expect(puts).toBe(20)
  })
})

async function fail(): Promise<never> {
  throw new Error('away')
}

function hang(): Promise<never> {
  return new Promise(() => {})
}
