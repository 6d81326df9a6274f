import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderStorage } from '../../platform/storage/folder-storage.ts'
import { keptPictures, sweepPictures } from './kept-pictures.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const day = 24 * 3600 * 1000

async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const open = () => folderStorage({ folder, publicUrl: 'http://localhost:8080', now: Date.now })
  return { folder, open, storage: await open() }
}

describe('kept pictures', () => {
  it('are drawn once, for all processes and over restarts', async () => {
    const { open } = await prepare()
    let drawn = 0
    const draw = async () => Buffer.from(`picture ${++drawn}`)
    const first = keptPictures(await open(), quiet)
    expect(String(await first.find('0123456789ab', draw))).toBe('picture 1')
    await first.settled()
    const second = keptPictures(await open(), quiet)
    expect(String(await second.find('0123456789ab', draw))).toBe('picture 1')
    expect(String(await second.find('ba9876543210', draw))).toBe('picture 2')
    await second.settled()
  })

  it('are drawn all the same while the storage fails', async () => {
    const { storage } = await prepare()
    const broken = { ...storage, get: fail, put: fail }
    const pictures = keptPictures(broken, quiet)
    expect(String(await pictures.find('0123456789ab', async () => Buffer.from('picture')))).toBe('picture')
    await pictures.settled()
  })

  it('wait for no storage that keeps silent, neither when they are asked for nor at the end', async () => {
    const { storage } = await prepare()
    const silent = { ...storage, get: silence, put: silence }
    const pictures = keptPictures(silent, quiet, { readMs: 20, keepMs: 20 })
    expect(String(await pictures.find('0123456789ab', async () => Buffer.from('picture')))).toBe('picture')
    await pictures.settled()
  })

  it('go when they are old, or too many: the oldest first', async () => {
    const { storage, folder } = await prepare()
    const now = Date.now()
    const pictures = keptPictures(storage, quiet)
    for (const [i, version] of ['aa', 'bb', 'cc'].entries()) {
      await pictures.find(version, async () => Buffer.alloc(100))
      await pictures.settled()
      const kept = new Date(now - 3000 + i * 1000)
      await utimes(join(folder, 'files/pictures', version, `${version}.png`), kept, kept)
    }
    expect(await sweepPictures(storage, { maxAge: day, maxBytes: 300 }, now)).toBe(0)
    expect(await sweepPictures(storage, { maxAge: day, maxBytes: 299 }, now)).toBe(1)
    expect(await storage.head('pictures/aa/aa.png')).toBeNull()
    expect(await sweepPictures(storage, { maxAge: day, maxBytes: 300 }, now + 2 * day)).toBe(2)
  })
})

async function fail(): Promise<never> {
  throw new Error('away')
}

function silence(): Promise<never> {
  return new Promise(() => {})
}
