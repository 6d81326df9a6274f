import { type FileHandle, open } from 'node:fs/promises'
import {
  choosePackFiles,
  fileKind,
  isSystemFile,
  type LeftOut,
  noChartFiles,
} from '@stepledger/contracts/packs/pack-files.ts'
import {
  chooseOnePack,
  chooseWithSongs,
  maxZipBytes,
  severalPacks,
  zipTooLarge,
} from '@stepledger/contracts/packs/pack-limits.ts'
import { fromRandomAccessReaderPromise, type ZipFile } from 'yauzl'
import { counted, PackError } from './pack-error.ts'
import { FileReader, listEntries, readMember, type ZipMember } from './zip-entries.ts'

/** `path`: below the song's folder, or the pack's. `size`: bytes. */
interface ArchiveFile {
  readonly path: string
  readonly size: number
}

export interface ArchiveFolder {
  /** Sorted by path. */
  readonly files: readonly ArchiveFile[]
  /** Reads a file. Throws FileTooLargeError above `limit` bytes, PackError when it differs from its declaration. */
  read(path: string, limit: number): Promise<Buffer>
}

export interface ArchiveSong extends ArchiveFolder {
  readonly folder: string
}

export interface PackArchive {
  /** Name of the folder of the songs; undefined when they are at the zip's root. */
  readonly name: string | undefined
  /** At least one; sorted by folder, each with a chart file. */
  readonly songs: readonly ArchiveSong[]
  readonly pack: ArchiveFolder
  /** Paths as in the pack, beginning with its folder. */
  readonly leftOut: readonly LeftOut<ArchiveFile>[]
  /** Closes the file. Later reads fail. */
  close(): Promise<void>
}

/**
 * Opens a local zip as a pack and reads its central directory, in bounded memory. Throws PackError for an invalid or
 * inconsistent zip, and closes it.
 */
export async function openPack(path: string): Promise<PackArchive> {
  const opened = await openZip(path)
  try {
    const { name, files } = placeInPack(await asPackError(listEntries(opened.zip, opened.reader)))
    const { songs, packImages, leftOut } = choosePackFiles(files)
    if (songs.length === 0) throw new PackError(noChartFiles, chooseWithSongs)
    return {
      name,
      songs: songs.map(({ folder, files }) => ({ folder, ...readable(opened, files, 2) })),
      pack: readable(opened, packImages, 1),
      leftOut: leftOut.map(({ files, ...rest }) => ({
        ...rest,
        files: files.map(({ path, size }) => ({ path, size })),
      })),
      close: opened.close,
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Maps each file to the path `Pack/Song/file` by which it is selected. */
function placeInPack(members: readonly ZipMember[]): { name: string | undefined; files: ZipMember[] } {
  const folders = findPackFolder(members.map(({ path }) => path))
  const prefix = folders.map((folder) => `${folder}/`).join('')
  const name = folders.at(-1)
  const files = members.map((member) => ({
    ...member,
    // A file outside of the pack's folder does not belong to it.
    path: member.path.startsWith(prefix)
      ? `${name ?? ''}/${member.path.slice(prefix.length)}`
      : member.path.slice(member.path.lastIndexOf('/') + 1),
  }))
  return { name, files }
}

/** `depth`: number of folders above the files. */
function readable({ zip, reader }: OpenZip, members: readonly ZipMember[], depth: number): ArchiveFolder {
  const byPath = new Map(members.map((member) => [member.path.split('/').slice(depth).join('/'), member]))
  return {
    files: [...byPath].map(([path, { size }]) => ({ path, size })),
    async read(path, limit) {
      const member = byPath.get(path)
      if (!member) throw new Error(`no file ${path} in the pack`)
      return await asPackError(readMember(zip, reader, member, limit))
    },
  }
}

/**
 * Finds the folder of a zip that contains the song folders, as segments: `['Pack']`, or `[]` for the zip's root. Throws
 * PackError when no folder has a chart file, or there are several packs.
 */
function findPackFolder(paths: readonly string[]): readonly string[] {
  const files = paths.filter((path) => !isSystemFile(path)).map((path) => path.split('/'))
  const charts = files
    .filter((segments) => fileKind(segments.at(-1) ?? '') === 'chart' && segments.length > 1)
    .map((segments) => segments.slice(0, -1))
  if (charts.length === 0) throw withoutCharts(paths)

  // A chart file next to song folders is ignored; without song folders the top folder is itself a song.
  const deep = charts.filter((folders) => folders.length > 1)
  const inOneFolder = new Set(files.map(([top]) => top)).size === 1
  const songs = inOneFolder && deep.length > 0 ? deep : charts
  const depth = songs.reduce((least, folders) => Math.min(least, folders.length), Number.POSITIVE_INFINITY)
  const packs = new Map(songs.map((folders) => [folders.slice(0, depth - 1).join('/'), folders]))
  if (packs.size > 1) throw new PackError(`The zip holds ${counted(packs.size)} packs.`, chooseOnePack)
  return (songs[0] ?? []).slice(0, depth - 1)
}

function withoutCharts(paths: readonly string[]): PackError {
  const another = paths.some((path) => /\.(zip|rar|7z)$/i.test(path) && !isSystemFile(path))
  return another
    ? new PackError('The zip holds no songs, but another archive.', 'Unpack that one and choose its folder.')
    : new PackError(noChartFiles, chooseWithSongs)
}

interface OpenZip {
  readonly zip: ZipFile
  readonly reader: FileReader
  close(): Promise<void>
}

/** Opens a local zip of at most 2 GiB. Throws PackError when it is not a zip. */
async function openZip(path: string): Promise<OpenZip> {
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
async function asPackError<T>(
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
