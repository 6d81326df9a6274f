import { type FileHandle, open } from 'node:fs/promises'
import { maxZipBytes } from '@stepledger/contracts/packs/pack-limits.ts'
import { severalPacks, zipTooLarge } from '@stepledger/contracts/packs/pack-problems.ts'
import { fromRandomAccessReaderPromise, type ZipFile } from 'yauzl'
import { FileReader } from './file-reader.ts'
import { PackError } from './pack-error.ts'

export interface OpenZip {
  readonly zip: ZipFile
  readonly reader: FileReader
  close(): Promise<void>
}

/** Opens a local zip of at most 2 GiB. Throws PackError when it is not a zip. */
export async function openZip(path: string): Promise<OpenZip> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    if (size > maxZipBytes) throw new PackError(zipTooLarge(size), severalPacks)
    const reader = new FileReader(handle, size)
    // Names are decoded and validated here, as yauzl does not support Shift-JIS.
    const zip = await asPackError(
      fromRandomAccessReaderPromise(reader, size, { autoClose: false, decodeStrings: false }),
      () => zipErrorOf(handle),
    )
    const close = async () => {
      reader.forget()
      await handle.close()
    }
    return { zip, reader, close }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Converts errors of yauzl, which are plain errors, to PackError. Rethrows errors of the disk and bugs. */
export async function asPackError<T>(
  work: Promise<T>,
  why: () => Promise<PackError> = async () => new PackError('The zip is damaged.'),
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const plain = error instanceof Error && error.constructor === Error && !('syscall' in error)
    throw plain ? await why() : error
  }
}

async function zipErrorOf(handle: FileHandle): Promise<PackError> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  if (bytesRead === 0) return new PackError('The file is empty.')
  return buffer.toString('latin1') === 'PK\x03\x04'
    ? new PackError('The zip is cut off or damaged: the list of its files, at its end, cannot be read.')
    : new PackError('The file is not a zip.')
}
