import { type ChosenFiles, choosePackFiles, noChartFiles } from '@stepledger/contracts/packs/pack-files.ts'
import { maxPackEntries, maxUnpackedBytes } from '@stepledger/contracts/packs/pack-limits.ts'
import { chooseOnePack, tooManyFiles, unpackedTooLarge } from '@stepledger/contracts/packs/pack-problems.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { countText } from '../../ui/count-text.ts'

/** A file of the chosen folder; `path` starts with the folder's name. */
export interface FolderFile {
  readonly path: string
  readonly size: number
  readonly file: File
}

export interface ChosenFolder {
  /** The top folder's name, the default pack name. */
  readonly name: string
  /** The number of files before filtering. */
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
