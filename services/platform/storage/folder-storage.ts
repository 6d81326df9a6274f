import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exactly } from './exactly.ts'
import { uploadAddresses } from './signed-upload.ts'
import type { ListedFile, SizedStream, Storage } from './storage.ts'
import { checkedContentType, checkPrefix, checkRange, checkSize } from './storage-key.ts'

export interface FolderStorageOptions {
  readonly folder: string
  /**
   * Origin of this server, without a slash at the end: signed addresses are on it. Asked for each, as it may be known
   * only once the server listens.
   */
  readonly publicUrl: () => string
  readonly now: () => number
}

/** What a broken off put leaves behind is swept away at the next start, after so long, ms. */
const leftoversAge = 24 * 3600 * 1000

/**
 * Files of a folder: `files/` holds them under their keys, `unfinished/` what is being written. Nothing is made before
 * something is to be kept or signed.
 */
export async function folderStorage({ folder, publicUrl, now }: FolderStorageOptions): Promise<Storage> {
  const files = join(folder, 'files')
  const unfinished = join(folder, 'unfinished')
  await sweep(unfinished, now() - leftoversAge)
  let addresses: Promise<ReturnType<typeof uploadAddresses>> | null = null
  const uploads = () => {
    addresses ??= signingKey(folder, unfinished).then((secret) => uploadAddresses({ secret, publicUrl, now }))
    return addresses
  }

  async function put(key: string, body: Buffer | SizedStream): Promise<void> {
    checkedContentType(key)
    const { stream, size } = Buffer.isBuffer(body)
      ? { stream: Readable.from([body]), size: body.length }
      : body
    checkSize(size)
    const fresh = join(unfinished, randomUUID())
    await mkdir(unfinished, { recursive: true })
    try {
      const file = await open(fresh, 'wx')
      // The stream closes the file, after the disk has it.
      await pipeline(stream, exactly(size), file.createWriteStream({ flush: true }))
      const place = join(files, key)
      await mkdir(dirname(place), { recursive: true })
      await rename(fresh, place)
    } catch (error) {
      await rm(fresh, { force: true })
      throw error
    }
  }

  async function head(key: string) {
    const contentType = checkedContentType(key)
    const found = await orNull(stat(join(files, key)))
    return found && { size: found.size, contentType, modifiedAt: found.mtime }
  }

  return {
    put,
    head,
    async get(key, range) {
      const found = await head(key)
      const file = found && (await orNull(open(join(files, key))))
      if (!file) return null
      const { size } = await file.stat()
      try {
        if (range) checkRange(range, size)
      } catch (error) {
        await file.close()
        throw error
      }
      return { ...found, size, stream: file.createReadStream(range) }
    },
    async delete(key) {
      checkedContentType(key)
      await rm(join(files, key), { force: true })
    },
    list(prefix) {
      checkPrefix(prefix)
      return walk(files, '', prefix)
    },
    signPut: async (key, size, seconds) => (await uploads()).sign(key, size, seconds),
    async receive(sent) {
      const { check } = await uploads()
      check(sent)
      await put(sent.key, sent)
    },
    close: async () => {},
  }
}

/** Folders in the order in which the keys of their files sort, which is that of their names with a slash behind. */
async function* walk(root: string, folder: string, prefix: string): AsyncIterable<ListedFile> {
  const found = (await orNull(readdir(join(root, folder), { withFileTypes: true }))) ?? []
  const names = found.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()
  for (const name of names) {
    const key = folder + name
    if (!(name.endsWith('/') ? key.startsWith(prefix) || prefix.startsWith(key) : key.startsWith(prefix)))
      continue
    if (name.endsWith('/')) yield* walk(root, key, prefix)
    else {
      const file = await orNull(stat(join(root, key)))
      if (file) yield { key, size: file.size, modifiedAt: file.mtime }
    }
  }
}

/** What addresses are signed with: made once, the same for all processes that share the folder. */
async function signingKey(folder: string, unfinished: string): Promise<Buffer> {
  const place = join(folder, 'signing-key')
  const fresh = join(unfinished, randomUUID())
  await mkdir(unfinished, { recursive: true })
  await writeFile(fresh, randomBytes(32), { mode: 0o600 })
  // A link is made whole or not at all: of two processes that start at once, both use the first one's key.
  await link(fresh, place).catch((error) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
  await rm(fresh)
  return readFile(place)
}

async function sweep(unfinished: string, before: number): Promise<void> {
  for (const name of (await orNull(readdir(unfinished))) ?? []) {
    const file = await orNull(stat(join(unfinished, name)))
    if (file && file.mtimeMs < before) await rm(join(unfinished, name), { force: true })
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
