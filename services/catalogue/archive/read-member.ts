import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { ZipFile } from 'yauzl'
import type { FileReader } from './file-reader.ts'
import type { ZipMember } from './list-entries.ts'
import { PackError, quoted } from './pack-error.ts'

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
