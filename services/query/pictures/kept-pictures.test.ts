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

describe('kept pictures', () => {
  it('are drawn once, for all processes and over restarts', async () => {
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

  it('are drawn all the same while the storage fails', async () => {
    const { storage } = await prepare()
    const broken = { ...storage, get: fail, put: fail }
    const pictures = pictureCache({ ...usual, storage: broken })
    expect(String(await pictures.find('0123456789ab', async () => Buffer.from('picture')))).toBe('picture')
    await pictures.settled()
  })

  it('wait for no storage that keeps silent, neither when they are asked for nor at the end', async () => {
    const { storage } = await prepare()
    const silent = { ...storage, get: silence, put: silence }
    const pictures = pictureCache({ ...usual, storage: silent, patience: { readMs: 20, keepMs: 20 } })
    expect(String(await pictures.find('0123456789ab', async () => Buffer.from('picture')))).toBe('picture')
    await pictures.settled()
  })

  it('go when they are old, at the next sweep', async () => {
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

  it('are drawn all the same, and not kept, while too many wait for a storage that is slow', async () => {
    const { storage } = await prepare()
    let puts = 0
    const slow = {
      ...storage,
      put: () => {
        puts += 1
        return silence()
      },
    }
    const pictures = pictureCache({ ...usual, storage: slow, patience: { readMs: 2_000, keepMs: 20 } })
    const draw = async () => Buffer.from('picture')
    for (let i = 0; i < 30; i += 1) await pictures.find(i.toString(16).padStart(12, '0'), draw)
    await pictures.settled()
    expect(puts).toBe(20)
  })
})

async function fail(): Promise<never> {
  throw new Error('away')
}

function silence(): Promise<never> {
  return new Promise(() => {})
}
