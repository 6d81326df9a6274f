import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { seal, UnsealError, unseal } from './backup-encryption.ts'
import { type BackupKey, contentHash } from './backup-key.ts'

export const storedFile = z.object({
  /** Hash of the content, hex: equal contents are stored once. */
  name: z.string().regex(/^[0-9a-f]{64}$/),
  /** Size of the stored, perhaps encrypted, bytes. */
  bytes: z.int().min(0),
  /** SHA-256 of the stored bytes, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type StoredFile = z.infer<typeof storedFile>

/** A file is missing or differs from its checksum. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
}

export type FileStore = ReturnType<typeof fileStore>

/** Files below `files/` in a folder, by content. Partial ones are in `unfinished/`. */
export function fileStore(folder: string, key: BackupKey | null) {
  const known = new Map<string, StoredFile>()
  let written = 0

  async function has({ name, bytes }: StoredFile): Promise<boolean> {
    return (await stat(pathOf(folder, name)).catch(() => null))?.size === bytes
  }

  async function write(content: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const draft = join(folder, 'unfinished', randomUUID())
    await mkdir(join(folder, 'unfinished'), { recursive: true, mode: 0o700 })
    const nameHash = contentHash(key)
    const sha256 = createHash('sha256')
    let bytes = 0
    async function* hashed(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        nameHash.update(chunk)
        yield chunk
      }
    }
    const file = await open(draft, 'wx', 0o600)
    try {
      for await (const chunk of key ? seal(hashed(), key) : hashed()) {
        sha256.update(chunk)
        bytes += chunk.length
        // Not write, which may store only a part.
        await file.writeFile(chunk)
      }
      await file.sync()
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    } finally {
      await file.close()
    }
    const stored = { name: nameHash.digest('hex'), bytes, sha256: sha256.digest('hex') }
    const same = known.get(stored.name)
    if (same) {
      await rm(draft)
      return same
    }
    // Before the first await, so that an equal content that is stored concurrently finds it.
    known.set(stored.name, stored)
    await mkdir(join(folder, 'files', stored.name.slice(0, 2)), { recursive: true, mode: 0o700 })
    await rename(draft, pathOf(folder, stored.name))
    written += bytes
    return stored
  }

  return {
    /** Stores a content durably, unless it is stored already. */
    async put(content: Buffer | AsyncIterable<Uint8Array>): Promise<StoredFile> {
      if (!Buffer.isBuffer(content)) return write(content)
      const same = known.get(contentHash(key).update(content).digest('hex'))
      return same ?? write(Readable.from([content]))
    },
    /** Registers a file that an earlier run stored, so that its content is not written again. */
    reuse: (file: StoredFile) => void known.set(file.name, file),
    /** Whether the file is there with its size. */
    has,
    /** Reads the content. Throws DamagedFileError, at the latest at the end. */
    read: (file: StoredFile) => (key ? unsealed(folder, file, key) : checked(folder, file)),
    /** Number of bytes that this process wrote. */
    written: () => written,
  }
}

export function pathOf(folder: string, name: string): string {
  return join(folder, 'files', name.slice(0, 2), name)
}

/** The stored bytes, which are not necessarily decrypted. Throws DamagedFileError. */
export async function* checked(folder: string, { name, bytes, sha256 }: StoredFile): AsyncGenerator<Buffer> {
  const path = pathOf(folder, name)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      if (!Buffer.isBuffer(chunk)) continue
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing) throw new DamagedFileError(`${path} is missing`, { cause: error })
    throw error
  }
  if (size !== bytes) throw new DamagedFileError(`${path} has ${size} bytes instead of ${bytes}`)
  if (hash.digest('hex') !== sha256) throw new DamagedFileError(`${path} differs from its checksum`)
}

async function* unsealed(folder: string, file: StoredFile, key: BackupKey): AsyncGenerator<Buffer> {
  try {
    yield* unseal(checked(folder, file), key)
  } catch (cause) {
    if (!(cause instanceof UnsealError)) throw cause
    throw new DamagedFileError(`${pathOf(folder, file.name)}: ${cause.message}`, { cause })
  }
}

export async function contentOf(files: FileStore, file: StoredFile): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of files.read(file)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
