import { type FolderFile, maxFolderFiles, tooManyFiles } from './chosen-folder.ts'

/** Folders within folders that are walked into; what lies deeper belongs to no pack. */
const maxDepth = 32

/** A drop that is no folder of a pack; the message is a sentence for the uploader. */
export class DropError extends Error {
  override readonly name = 'DropError'
}

/** What was dropped. To be asked within the event: afterwards the browser has forgotten it. */
export function droppedEntries(data: DataTransfer): FileSystemEntry[] {
  return [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
}

/**
 * All files below the one folder that was dropped. Throws DropError for anything else, and beyond `maxFolderFiles`; the
 * browser's own error when a file can't be read.
 */
export async function filesOfDrop(
  entries: readonly FileSystemEntry[],
  signal: AbortSignal,
): Promise<FolderFile[]> {
  const [folder, ...others] = entries
  if (folder === undefined || others.length > 0 || !isFolder(folder))
    throw new DropError('Drop the folder of one pack, with a folder for each song.')

  const files: FolderFile[] = []
  const open: { readonly folder: FileSystemDirectoryEntry; readonly path: string; readonly depth: number }[] =
    [{ folder, path: folder.name, depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, depth } = next
    for (const entry of await entriesIn(next.folder)) {
      signal.throwIfAborted()
      const below = `${path}/${entry.name}`
      if (isFolder(entry)) {
        if (depth < maxDepth) open.push({ folder: entry, path: below, depth: depth + 1 })
      } else if (isFile(entry)) {
        if (files.length === maxFolderFiles) throw new DropError(tooManyFiles)
        const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
        files.push({ path: below, size: file.size, file })
      }
    }
  }
  return files
}

/** A browser gives them by the hundred, and an empty list at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
    if (all.length > maxFolderFiles) throw new DropError(tooManyFiles)
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
