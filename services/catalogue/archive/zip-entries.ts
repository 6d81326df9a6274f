import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import {
  chooseOnePack,
  maxNameLength,
  maxPackEntries,
  maxPathLength,
  maxUnpackedBytes,
  maxUnpackRatio,
  ratioCountsFrom,
  tooManyFiles,
  unpackedTooLarge,
} from '@stepledger/contracts/packs/pack-limits.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { type Entry, RandomAccessReader, type ZipFile } from 'yauzl'
import { decodeNames } from './decode-names.ts'
import { counted, PackError, quoted } from './pack-error.ts'

/** A file in a zip. `path`: sanitised and unique; `size`: declared bytes. */
export interface ZipMember {
  readonly path: string
  readonly size: number
  readonly entry: Entry
}

/** Limit of names and extra fields of all entries, which are kept in memory: 20,000 typical ones take 3 MiB. */
const maxListBytes = 16 * 1024 * 1024

const entrySignature = 0x02014b50

/** Reads and validates the central directory of a zip. Throws PackError for an inconsistent or hostile one. */
export async function listEntries(zip: ZipFile, reader: FileReader): Promise<ZipMember[]> {
  if (zip.entryCount > maxPackEntries) throw tooMany(zip.entryCount)
  const entries: Entry[] = []
  let listBytes = 0
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    listBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    unpacked += entry.uncompressedSize
    if (listBytes > maxListBytes)
      throw new PackError('The list of files in the zip is larger than that of any pack.')
    if (unpacked > maxUnpackedBytes) throw tooLarge(unpacked)
  }
  await refuseMoreThanCounted(zip, reader)
  if (unpacked > ratioCountsFrom && unpacked > maxUnpackRatio * zip.fileSize) {
    const times = counted(Math.round(unpacked / zip.fileSize))
    throw new PackError(`The zip would unpack to ${sizeText(unpacked)}, ${times} times its size.`)
  }
  refuseOverlaps(entries, zip.fileSize)
  return members(entries)
}

function members(entries: readonly Entry[]): ZipMember[] {
  const names = decodeNames(
    entries.map((entry) => ({
      bytes: entry.fileNameRaw,
      flags: entry.generalPurposeBitFlag,
      extraFields: entry.extraFields,
    })),
  )
  const found = new Map<string, ZipMember>()
  for (const [at, entry] of entries.entries()) {
    const name = names[at] ?? ''
    const path = safePath(name)
    refuseStrange(entry, path)
    if (/[/\\]$/.test(name) || path === '') continue
    if (found.has(path)) throw new PackError(`The zip holds ${quoted(path)} twice.`)
    found.set(path, { path, size: entry.uncompressedSize, entry })
  }
  return [...found.values()]
}

/** Mask of the Unix file type, which is 0 in zips made on other systems. */
const fileType = 0o170_000
const usualTypes = new Set([0, 0o040_000, 0o100_000])

function refuseStrange(entry: Entry, path: string): void {
  const type = (entry.externalFileAttributes >>> 16) & fileType
  if (!usualTypes.has(type)) {
    throw new PackError(`${quoted(path)} in the zip is ${type === 0o120_000 ? 'a link' : 'not a file'}.`)
  }
  if (entry.isEncrypted()) {
    throw new PackError('The zip is protected by a password.', 'Zip the folder of the pack without one.')
  }
}

/** The declared count wraps around after 65,535, and may be forged. */
async function refuseMoreThanCounted(zip: ZipFile, reader: FileReader): Promise<void> {
  // Typed as boolean, but it is the offset after the last entry.
  const next = await reader.readExactly(Number(zip.readEntryCursor), 4)
  if (next.readUInt32LE() === entrySignature) throw new PackError('The zip holds more files than it says.')
}

/** Overlapping files allow a zip bomb of any size. */
function refuseOverlaps(entries: readonly Entry[], fileSize: number): void {
  let free = 0
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader < free) throw new PackError('Files in the zip overlap each other.')
    free = entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameLength + entry.compressedSize
  }
  if (free > fileSize) throw new PackError('The zip is cut off: it lists files that it does not hold.')
}

function tooMany(count: number): PackError {
  return new PackError(tooManyFiles('The zip', count), chooseOnePack)
}

function tooLarge(bytes: number): PackError {
  return new PackError(unpackedTooLarge(`${sizeText(bytes)} or more`), chooseOnePack)
}

/**
 * Sanitises a name in a zip: segments joined by `/`, NFC, without `.`. Old tools of Windows write backslashes as
 * separators, whatever host they name. Throws PackError for a path that leaves the zip or is invalid.
 */
function safePath(name: string): string {
  if (/\p{Cc}/u.test(name))
    throw new PackError(`The name ${quoted(name)} in the zip has a control character.`)
  const path = name.replaceAll('\\', '/')
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) {
    throw new PackError(`The path ${quoted(name)} in the zip is not relative to the zip.`)
  }
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.includes('..')) throw new PackError(`The path ${quoted(name)} leads out of the zip.`)
  if (path.length > maxPathLength || segments.some((segment) => segment.length > maxNameLength)) {
    throw new PackError(`The name ${quoted(name)} in the zip is too long.`)
  }
  return segments.join('/').normalize('NFC')
}

/** A file above its size limit. Other files of the pack may still be valid. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'
}

/** The common compression methods. */
const stored = 0
const deflated = 8

const inflate = promisify(inflateRaw)

/**
 * Reads a file of a zip, with at most four times `limit` bytes of memory. Throws FileTooLargeError when its declared size
 * exceeds `limit`, PackError when the content differs from the declaration.
 */
export async function readMember(
  zip: ZipFile,
  reader: FileReader,
  { path, size, entry }: ZipMember,
  limit: number,
): Promise<Buffer> {
  if (size > limit)
    throw new FileTooLargeError(`${quoted(path)} has ${sizeText(size)}; ${sizeText(limit)} are allowed`)
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated) {
    throw new PackError(
      `${quoted(path)} is packed by a method other than Deflate.`,
      'Zip the folder of the pack by the usual method.',
    )
  }
  // Compression never expands a file by much.
  if (entry.compressedSize > 2 * size + 65_536) throw inconsistent(path)
  const local = await zip.readLocalFileHeaderPromise(entry)
  if (
    !local.fileName.equals(entry.fileNameRaw) ||
    local.compressionMethod !== entry.compressionMethod ||
    (local.generalPurposeBitFlag & 1) !== 0
  ) {
    throw inconsistent(path)
  }
  const packed = await reader.readExactly(local.fileDataStart, entry.compressedSize)
  const bytes = entry.compressionMethod === stored ? Buffer.from(packed) : await unpack(packed, size, path)
  if (bytes.length !== size) throw inconsistent(path)
  if (crc32(bytes) !== entry.crc32) throw new PackError(`${quoted(path)} in the zip is damaged.`)
  return bytes
}

async function unpack(packed: Buffer, size: number, path: string): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    if (error instanceof RangeError) throw inconsistent(path)
    throw new PackError(`${quoted(path)} in the zip is damaged.`)
  }
}

function inconsistent(path: string): PackError {
  return new PackError(`${quoted(path)} in the zip is not what the zip says it is.`)
}

/** Read-ahead, bytes: yauzl reads the central directory in pieces of about 100 bytes. */
const windowBytes = 64 * 1024

/**
 * A reader for yauzl that rejects offsets outside of the file. yauzl's own reader passes offsets of the zip to fs, and
 * one beyond 2^53 ends the process.
 */
export class FileReader extends RandomAccessReader {
  readonly #handle: FileHandle
  readonly #size: number
  #window: Buffer = Buffer.alloc(0)
  #windowStart = 0

  constructor(handle: FileHandle, size: number) {
    super()
    this.#handle = handle
    this.#size = size
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.readExactly(position, length).then(
      (bytes) => {
        bytes.copy(into, offset)
        done(null)
      },
      (error: Error) => done(error),
    )
  }

  /** Throws when the range is outside of the file. */
  async readExactly(position: number, length: number): Promise<Buffer> {
    if (!(position >= 0 && position + length <= this.#size)) throw new Error('beyond the end of the file')
    const from = position - this.#windowStart
    if (from >= 0 && from + length <= this.#window.length) return this.#window.subarray(from, from + length)
    const bytes = await this.#fetch(position, Math.min(Math.max(length, windowBytes), this.#size - position))
    if (bytes.length < length) throw new Error('the file became shorter')
    if (length < windowBytes) {
      this.#window = bytes
      this.#windowStart = position
    }
    return bytes.subarray(0, length)
  }

  forget(): void {
    this.#window = Buffer.alloc(0)
  }

  async #fetch(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(bytes, filled, length - filled, position + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return bytes.subarray(0, filled)
  }
}
