import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { ZipFile } from 'yauzl'
import type { FileReader } from './file-reader.ts'
import type { ZipMember } from './list-entries.ts'
import { PackError, quoted } from './pack-error.ts'

/** A file that has more bytes than its reader takes. It says nothing about the other files of the pack. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'
}

/** The ways to pack that zips have in common. */
const stored = 0
const deflated = 8

const inflate = promisify(inflateRaw)

/**
 * What a file in a zip holds. Takes at most four times `limit`, in bytes, of memory. Throws a FileTooLargeError when
 * the file declares to be larger, a PackError when what is there is not what the zip declared.
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
  // No packing makes a file much larger than it is.
  if (entry.compressedSize > 2 * size + 65_536) throw lies(path)
  const local = await zip.readLocalFileHeaderPromise(entry)
  if (
    !local.fileName.equals(entry.fileNameRaw) ||
    local.compressionMethod !== entry.compressionMethod ||
    (local.generalPurposeBitFlag & 1) !== 0
  ) {
    throw lies(path)
  }
  const packed = await reader.readExactly(local.fileDataStart, entry.compressedSize)
  const bytes = entry.compressionMethod === stored ? Buffer.from(packed) : await unpack(packed, size, path)
  if (bytes.length !== size) throw lies(path)
  if (crc32(bytes) !== entry.crc32) throw new PackError(`${quoted(path)} in the zip is damaged.`)
  return bytes
}

async function unpack(packed: Buffer, size: number, path: string): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    if (error instanceof RangeError) throw lies(path)
    throw new PackError(`${quoted(path)} in the zip is damaged.`)
  }
}

function lies(path: string): PackError {
  return new PackError(`${quoted(path)} in the zip is not what the zip says it is.`)
}
