import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { chmod, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import {
  AlreadySentError,
  exactly,
  type ListedFile,
  NotSignedError,
  type SentFile,
  type SignedPut,
  type SizedStream,
  SizeError,
  type Storage,
} from './storage.ts'
import {
  checkedContentType,
  checkPrefix,
  checkRange,
  checkSeconds,
  checkSize,
  contentTypeOf,
} from './storage-key.ts'

interface FolderStorageOptions {
  readonly folder: string
  /**
   * Returns the origin of presigned URLs, without a trailing slash. Called for each URL, since the port may be known
   * only once the server listens.
   */
  readonly publicUrl: () => string
  readonly now: () => number
}

/** A partial file that has not grown for this long belongs to a killed process, ms. */
const staleMs = 15 * 60 * 1000
/** Interval for deleting such files, ms; first at the start. */
const sweepEveryMs = 10 * 60 * 1000

/**
 * Stores files in a folder with mode 0700: complete ones in `files/` by key, partial ones in `unfinished/`. Folders are
 * created lazily.
 */
export async function folderStorage({ folder, publicUrl, now }: FolderStorageOptions): Promise<Storage> {
  const files = join(folder, 'files')
  await restrictAccess(folder)
  const unfinished = join(folder, 'unfinished')
  const sweepNow = () => sweep(unfinished, now() - staleMs)
  await sweepNow()
  // An inaccessible folder fails every put, which is reported there.
  const sweeping = setInterval(() => void sweepNow().catch(() => {}), sweepEveryMs)
  sweeping.unref()
  let addresses: Promise<ReturnType<typeof uploadAddresses>> | null = null
  const uploads = () => {
    addresses ??= signingKey(folder, unfinished).then((secret) => uploadAddresses({ secret, publicUrl, now }))
    return addresses
  }

  const put = (key: string, body: Buffer | SizedStream) => write(key, body, rename)

  /** `place` moves the complete file to its final path. */
  async function write(
    key: string,
    body: Buffer | SizedStream,
    place: (from: string, to: string) => Promise<void>,
  ): Promise<void> {
    checkedContentType(key)
    const { stream, size } = Buffer.isBuffer(body)
      ? { stream: Readable.from([body]), size: body.length }
      : body
    checkSize(size)
    const partial = join(unfinished, randomUUID())
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    try {
      const file = await open(partial, 'wx', 0o600)
      // The stream closes the file after fsync.
      await pipeline(stream, exactly(size), file.createWriteStream({ flush: true }))
      const target = join(files, key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await place(partial, target)
    } catch (error) {
      await rm(partial, { force: true })
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
    receive: {
      check: async (sent) => (await uploads()).check(sent),
      store: (key, body) => write(key, body, placeNew),
    },
    close: async () => clearInterval(sweeping),
  }
}

/** Links instead of renaming, because a link does not replace an existing file. Throws AlreadySentError. */
async function placeNew(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    throw hasCode(error, 'EEXIST') ? new AlreadySentError('This file was already sent') : error
  })
  await rm(from)
}

/** Sorts folders by the key order of their files: by name with a trailing slash. */
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

/** Created once, and shared by all processes that use the folder. */
async function signingKey(folder: string, unfinished: string): Promise<Buffer> {
  const keyFile = join(folder, 'signing-key')
  const partial = join(unfinished, randomUUID())
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await writeFile(partial, randomBytes(32), { mode: 0o600 })
  // link is atomic and fails if the target exists: two processes that start at once both use the first one's secret.
  await link(partial, keyFile).catch((error) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
  await rm(partial)
  return readFile(keyFile)
}

/**
 * Removes other users' access to a folder created by an older release: first by its own mode, then on everything in it.
 * `files` comes last, so that an interrupted run is repeated.
 */
async function restrictAccess(folder: string): Promise<void> {
  const files = join(folder, 'files')
  if ((await orNull(stat(folder))) === null) return
  await chmod(folder, 0o700)
  const found = await orNull(stat(files))
  if (found === null || (found.mode & 0o077) === 0) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    // Another process may delete a file concurrently.
    if (path !== files) await orNull(chmod(path, entry.isDirectory() ? 0o700 : 0o600))
  }
  await chmod(files, 0o700)
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

/** Path of uploads to presigned URLs on this server. */
export const uploadPath = '/storage/'

const wholeNumber = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
const query = z.object({ size: wholeNumber.optional(), until: wholeNumber, signature: z.string().max(100) })

/** Creates and verifies presigned URLs on this server. `until`: expiry, ms since 1970. */
function uploadAddresses(options: { secret: Buffer; publicUrl: () => string; now: () => number }) {
  const { secret, publicUrl, now } = options
  const signatureOf = (key: string, size: number | null, until: number) =>
    createHmac('sha256', secret)
      .update(`PUT\n${key}\n${size ?? ''}\n${until}`)
      .digest()

  return {
    sign(key: string, size: number | null, seconds: number): SignedPut {
      const contentType = checkedContentType(key)
      if (size !== null) checkSize(size)
      checkSeconds(seconds)
      const until = now() + seconds * 1000
      const url = new URL(uploadPath + key, publicUrl())
      url.search = new URLSearchParams({
        ...(size === null ? {} : { size: String(size) }),
        until: String(until),
        signature: signatureOf(key, size, until).toString('base64url'),
      }).toString()
      return { url: url.href, headers: { 'content-type': contentType } }
    },
    /** Throws NotSignedError, SizeError. */
    check(sent: SentFile): void {
      const contentType = contentTypeOf(sent.key)
      const read = query.safeParse(sent.query)
      if (contentType === null || !read.success) throw new NotSignedError('This upload address is invalid')
      const { size = null, until, signature } = read.data
      const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(sent.key, size, until)]
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw new NotSignedError('This upload address is invalid')
      if (until <= now()) throw new NotSignedError('This address has expired')
      if (sent.contentType !== contentType) throw new NotSignedError(`Content-Type: must be ${contentType}`)
      if (size !== null && sent.size !== size) throw new SizeError(`Content-Length: must be ${size}`)
    },
  }
}
