import { type ChosenFiles, choosePackFiles, noChartFiles } from '@stepledger/contracts/packs/pack-files.ts'
import {
  chooseOnePack,
  maxPackEntries,
  maxUnpackedBytes,
  tooManyFiles,
  unpackedTooLarge,
} from '@stepledger/contracts/packs/pack-limits.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { countText } from '../../ui/format.tsx'

/** A file of the chosen folder; `path` starts with the folder's name. */
export interface FolderFile {
  readonly path: string
  readonly size: number
  readonly file: File
}

export interface ChosenFolder {
  /** The top folder's name, the default pack name. */
  readonly name: string
  readonly total: number
  readonly chosen: ChosenFiles<FolderFile>
  /** Why it is no valid pack; null if it is. */
  readonly problem: string | null
}

/** The maximum of files before filtering, including audio. A pack of 2,000 songs has 20,000. */
export const maxFolderFiles = 100_000
export const tooManyInFolder = `That folder has more than ${countText(maxFolderFiles)} files. ${chooseOnePack}`

/** Applies the server's file filter; null for an empty folder. */
export function filterFolder(files: readonly FolderFile[]): ChosenFolder | null {
  const [first] = files
  if (first === undefined) return null
  const chosen = choosePackFiles(files)
  return {
    name: first.path.split('/')[0] ?? '',
    total: files.length,
    chosen,
    problem: problemOf(chosen),
  }
}

export function pickedFiles(list: Iterable<File>): FolderFile[] {
  return Array.from(list, (file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    size: file.size,
    file,
  }))
}

function problemOf({ songs, files, bytes }: ChosenFiles<FolderFile>): string | null {
  if (songs.length === 0) return noChartFiles
  if (files.length > maxPackEntries) return `${tooManyFiles('This folder', files.length)} ${chooseOnePack}`
  if (bytes > maxUnpackedBytes) return `${unpackedTooLarge(sizeText(bytes))} ${chooseOnePack}`
  return null
}

/** Maximum recursion depth; deeper files cannot belong to a pack. */
const maxDepth = 32

/** An invalid drop; the message is shown to the uploader. */
export class DropError extends Error {
  override readonly name = 'DropError'
}

/** The dropped entries. Must be called within the drop event, because the browser clears them afterwards. */
export function droppedEntries(data: DataTransfer): FileSystemEntry[] {
  return [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
}

/**
 * All files below the dropped folder. Throws DropError for anything but one folder and above `maxFolderFiles`; rethrows
 * the browser's error when a file can't be read.
 */
export async function filesOfDrop(
  entries: readonly FileSystemEntry[],
  signal: AbortSignal,
): Promise<FolderFile[]> {
  const [folder, ...others] = entries
  if (folder === undefined || others.length > 0 || !isFolder(folder))
    throw new DropError('Drop the folder of one pack, with a folder for each song.')

  const files: FolderFile[] = []
  const pending: {
    readonly folder: FileSystemDirectoryEntry
    readonly path: string
    readonly depth: number
  }[] = [{ folder, path: folder.name, depth: 1 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, depth } = next
    for (const entry of await entriesIn(next.folder)) {
      signal.throwIfAborted()
      const below = `${path}/${entry.name}`
      if (isFolder(entry)) {
        if (depth < maxDepth) pending.push({ folder: entry, path: below, depth: depth + 1 })
      } else if (isFile(entry)) {
        if (files.length === maxFolderFiles) throw new DropError(tooManyInFolder)
        const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
        files.push({ path: below, size: file.size, file })
      }
    }
  }
  return files
}

/** Reads all entries: the browser returns batches of up to a hundred, then an empty one. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return all
    all.push(...batch)
    if (all.length > maxFolderFiles) throw new DropError(tooManyInFolder)
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
