import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { maxZipBytes } from '@stepledger/contracts/packs/pack-limits.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { PackError, zipTooLarge } from './archive/pack-error.ts'

/** Of the folders that hold zips, before the id of the process that made them. */
const prefix = 'stepledger-pack-'

/** A zip as a local file, gone when it is disposed of. */
export interface LocalZip extends AsyncDisposable {
  readonly path: string
  readonly sha256: Buffer
  /** Bytes. */
  readonly size: number
}

/** Brings a zip out of the storage into a file, streamed. Throws PackError where there is none. */
export async function fetchZip(storage: Storage, key: string): Promise<LocalZip> {
  const found = await storage.get(key)
  if (!found) throw new PackError('The zip is not there any more.', 'Upload the pack again.')
  // S3 takes a file again after its size was checked.
  if (found.size > maxZipBytes) {
    found.stream.destroy()
    throw zipTooLarge(found.size)
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

/** Removes the zips that processes left behind which were killed. */
export async function sweepZips(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? Number.NaN)
    if (pid > 0 && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
