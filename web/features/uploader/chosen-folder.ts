import { type ChosenFiles, choosePackFiles, noChartFiles } from '@stepledger/contracts/packs/pack-files.ts'
import { maxPackEntries, maxUnpackedBytes } from '@stepledger/contracts/packs/pack-limits.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'

/** A file of the chosen folder; `path` begins with the folder's name. */
export interface FolderFile {
  readonly path: string
  readonly size: number
  readonly file: File
}

/** A folder as the uploader was given it, filtered. */
export interface ChosenFolder {
  /** Of the folder at the top: what the pack is called by default. */
  readonly name: string
  /** Files that were looked at. */
  readonly total: number
  readonly chosen: ChosenFiles<FolderFile>
  /** Why it can't be a pack, a sentence; null: it can. */
  readonly problem: string | null
}

/** Files that are looked at in a folder, with audio and all. A pack of 2,000 songs has 20,000. */
export const maxFolderFiles = 100_000
export const chooseOnePack = 'Choose the folder of one pack, not the folder with all of them.'
export const tooManyFiles = `The folder holds more than ${maxFolderFiles.toLocaleString('en')} files. ${chooseOnePack}`

/** Filters the files of a folder as the server does. None at all: null. */
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

/** The files that a folder picker gave, by their paths below the folder. */
export function pickedFiles(list: Iterable<File>): FolderFile[] {
  return Array.from(list, (file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    size: file.size,
    file,
  }))
}

function problemOf({ songs, files, bytes }: ChosenFiles<FolderFile>): string | null {
  if (songs.length === 0) return noChartFiles
  if (files.length > maxPackEntries)
    return `The folder holds ${files.length.toLocaleString('en')} files of songs; a pack may hold ${maxPackEntries.toLocaleString('en')}. ${chooseOnePack}`
  if (bytes > maxUnpackedBytes)
    return `The songs take ${sizeText(bytes)}; a pack may take ${sizeText(maxUnpackedBytes)}. ${chooseOnePack}`
  return null
}
