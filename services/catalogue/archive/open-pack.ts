import { choosePackFiles, type LeftOut, noChartFiles } from '@stepledger/contracts/packs/pack-files.ts'
import { chooseWithSongs } from '@stepledger/contracts/packs/pack-problems.ts'
import { listEntries, type ZipMember } from './list-entries.ts'
import { asPackError, type OpenZip, openZip } from './open-zip.ts'
import { PackError } from './pack-error.ts'
import { findPackFolder } from './pack-folder.ts'
import { readMember } from './read-member.ts'

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
