import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { maxZipBytes, severalPacks, zipTooLarge } from '@stepledger/contracts/packs/pack-limits.ts'
import { isProcessAlive } from '../platform/child-process/process-alive.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { PackError } from './archive/pack-error.ts'

/** Prefix of temporary folders, followed by the id of their process. */
const prefix = 'stepledger-pack-'

/** A zip as a temporary file, deleted on dispose. */
interface LocalZip extends AsyncDisposable {
  readonly path: string
  readonly sha256: Buffer
  /** Bytes. */
  readonly size: number
}

/** Streams a zip from the storage into a temporary file. Throws PackError when it does not exist. */
export async function fetchZip(storage: Storage, key: string): Promise<LocalZip> {
  const found = await storage.get(key)
  if (!found) throw new PackError('The zip is not there any more.', 'Upload the pack again.')
  // On S3 the file may be replaced after its size was checked.
  if (found.size > maxZipBytes) {
    found.stream.destroy()
    throw new PackError(zipTooLarge(found.size), severalPacks)
  }
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const path = join(folder, 'pack.zip')
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(found.stream, hashing, createWriteStream(path, { flags: 'wx' }))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return {
    path,
    sha256: hash.digest(),
    size: found.size,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Removes temporary zips of killed processes. */
export async function sweepZips(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? Number.NaN)
    const folder = join(tmpdir(), name)
    if (pid > 0 && (await isLeftOver(folder, pid))) await rm(folder, { recursive: true, force: true })
  }
}

async function isLeftOver(folder: string, pid: number): Promise<boolean> {
  if (pid !== process.pid) return !isProcessAlive(pid)
  // In a container a killed process often had the same pid.
  return (await stat(folder)).mtimeMs < performance.timeOrigin
}
