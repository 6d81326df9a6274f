import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isS3Available, s3ForTests } from '../../../scripts/services.ts'
import { folderStorage } from '../../platform/storage/folder-storage.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { boundedFolder } from './bounded-folder.ts'

const maxAge = 24 * 3600 * 1000
const publicUrl = () => 'http://localhost:8080'
const keyOf = (n: number) => `pictures/${n}.png`

async function temporaryFolder(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folderStorage({ folder, publicUrl, now: Date.now })
}

async function temporaryBucket(): Promise<Storage> {
  const { url, environment: env, stop } = await s3ForTests()
  const storage = await openStorage({ url, env, dataDir: '/nonexistent', publicUrl, now: Date.now })
  onTestFinished(async () => {
    await storage.close()
    await stop()
  })
  return storage
}

/** A process that stores pictures in this storage. */
function open(storage: Storage, maxBytes = 1_000) {
  return boundedFolder({ storage, folder: 'pictures/', bounds: { maxBytes, maxAge }, now: Date.now })
}

async function listed(storage: Storage): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for await (const { key, size } of storage.list('pictures/')) found.set(key, size)
  return found
}
const bytesIn = async (storage: Storage) => [...(await listed(storage)).values()].reduce((a, b) => a + b, 0)

/** Measures the maximum size by listing after every put. */
function watched(storage: Storage) {
  let most = 0
  const put: Storage['put'] = async (key, body) => {
    await storage.put(key, body)
    most = Math.max(most, await bytesIn(storage))
  }
  return { storage: { ...storage, put }, most: () => most }
}

/** Measures the maximum size at every moment, including concurrent changes, which a listing cannot. */
function counted(storage: Storage) {
  const files = new Map<string, number>()
  const bytes = () => [...files.values()].reduce((a, b) => a + b, 0)
  let most = 0
  const put: Storage['put'] = async (key, body) => {
    await storage.put(key, body)
    files.set(key, 'length' in body ? body.length : body.size)
    most = Math.max(most, bytes())
  }
  const remove: Storage['delete'] = async (key) => {
    await storage.delete(key)
    files.delete(key)
  }
  return { storage: { ...storage, put, delete: remove }, bytes, most: () => most }
}

describe.each([
  { name: 'a folder', here: true, make: temporaryFolder },
  { name: 'S3', here: await isS3Available(), make: temporaryBucket },
])('a bounded folder in $name', ({ here, make }) => {
  it.skipIf(!here)('evicts the least recently used files to stay within its limit', async () => {
    const { storage, most } = watched(await make())
    const pictures = open(storage)
    for (let n = 0; n < 10; n += 1) await pictures.put(keyOf(n), Buffer.alloc(100))
    pictures.used(keyOf(0))
    for (let n = 10; n < 30; n += 1) {
      await pictures.put(keyOf(n), Buffer.alloc(100))
      pictures.used(keyOf(0))
    }
    expect(most()).toBe(1_000)
    const newest = [0, 21, 22, 23, 24, 25, 26, 27, 28, 29].map(keyOf)
    expect([...(await listed(storage)).keys()].sort()).toEqual(newest.sort())
  })

  it.skipIf(!here)('includes files from before the start, and those of other processes', async () => {
    const { storage, most } = watched(await make())
    for (let n = 0; n < 20; n += 1) await storage.put(keyOf(n), Buffer.alloc(100))
    const [one, other] = [open(storage), open(storage)]
    await one.sweep()
    expect(await bytesIn(storage)).toBe(1_000)
    for (let n = 20; n < 60; n += 2) {
      await one.put(keyOf(n), Buffer.alloc(20))
      await other.put(keyOf(n + 1), Buffer.alloc(20))
      // The limit may be exceeded by a sixteenth and the current file.
      expect(await bytesIn(storage)).toBeLessThanOrEqual(1_000 + 63 + 20)
    }
    await other.sweep()
    expect(await bytesIn(storage)).toBeLessThanOrEqual(1_000)
    expect(most()).toBe(2_000)
  })
})

describe('a bounded folder', () => {
  const maxBytes = 4_000
  // Mostly small files, so that several puts fit between two sweeps.
  const size = fc.oneof({ weight: 4, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.nat(4_400) })
  const file = fc.record({ key: fc.nat(60), size })
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ put: fc.array(file, { minLength: 1, maxLength: 8 }) }) },
    { weight: 2, arbitrary: fc.record({ used: fc.nat(60) }) },
    { weight: 1, arbitrary: fc.constant('sweep' as const) },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
    { weight: 1, arbitrary: fc.record({ failing: fc.constantFrom('put', 'answer', 'delete', 'list') }) },
  )

  it('never exceeds its limit, for sequential and concurrent puts, failures and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { storage: sound, bytes, most } = counted(await temporaryFolder())
        let failing = ''
        const storage: Storage = {
          ...sound,
          async put(key, body) {
            if (failing === 'put') throw new Error('away')
            await sound.put(key, body)
            if (failing === 'answer') throw new Error('away, but the file is there')
          },
          async delete(key) {
            if (failing === 'delete') throw new Error('away')
            await sound.delete(key)
          },
          list(prefix) {
            if (failing === 'list') throw new Error('away')
            return sound.list(prefix)
          },
        }
        let pictures = open(storage, maxBytes)
        for (const each of steps) {
          if (each === 'restart') pictures = open(storage, maxBytes)
          else if (each === 'sweep') await pictures.sweep().catch(() => {})
          else if ('used' in each) pictures.used(keyOf(each.used))
          else if ('failing' in each) failing = failing === '' ? each.failing : ''
          else {
            const puts = each.put.map(({ key, size }) => pictures.put(keyOf(key), Buffer.alloc(size)))
            await Promise.allSettled(puts)
          }
        }
        expect(await bytesIn(sound)).toBe(bytes())
        expect(most()).toBeLessThanOrEqual(maxBytes)
      }),
      { numRuns: 60 },
    )
  })
})
