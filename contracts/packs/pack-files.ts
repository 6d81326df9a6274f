import { fileKind, isSystemFile } from './file-kind.ts'
import { maxFileBytes, otherFileBytes } from './pack-limits.ts'

/**
 * `path` begins with the pack's folder: `Pack/Song/song.ssc`, as a browser's folder picker gives it. `size` in bytes.
 */
export interface PackFile {
  readonly path: string
  readonly size: number
}

/** Why a file stays out of a pack, in the order in which a summary lists them. */
export const leftOutReasons = ['audio', 'video', 'large', 'largeOther', 'noChart', 'loose', 'system'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export const leftOutLabels: Readonly<Record<LeftOutReason, string>> = {
  audio: 'Audio',
  video: 'Video',
  large: 'Larger than 10 MB',
  largeOther: 'Other files of 1 MB or more',
  noChart: 'Folders without a chart file',
  loose: 'Files beside the song folders',
  system: 'Files of the operating system',
}

export const noChartFiles =
  'No valid chart files found in the selected folder. Make sure your pack contains .sm or .ssc files.'

export interface SongFolder<F extends PackFile> {
  /** The folder's name. */
  readonly folder: string
  /** All that is kept under it, however deep. */
  readonly files: readonly F[]
}

export interface LeftOut<F extends PackFile> {
  readonly reason: LeftOutReason
  readonly files: readonly F[]
  /** Song folders that stay out as a whole; 0 for other reasons than `noChart`. */
  readonly folders: number
  readonly bytes: number
}

export interface ChosenFiles<F extends PackFile> {
  /** Sorted by folder; none: say `noChartFiles`. */
  readonly songs: readonly SongFolder<F>[]
  /** Images beside the song folders. */
  readonly packImages: readonly F[]
  /** What is kept, of songs and pack. */
  readonly files: readonly F[]
  readonly bytes: number
  /** One for each reason that occurs. */
  readonly leftOut: readonly LeftOut<F>[]
}

/** Chooses what of a pack's folder is uploaded: browser, operator and server ask this one function. */
export function choosePackFiles<F extends PackFile>(given: readonly F[]): ChosenFiles<F> {
  const out = new Map<LeftOutReason, F[]>()
  const packImages: F[] = []
  const folders = new Map<string, F[]>()
  for (const file of [...given].sort(byPath)) {
    const reason = whyLeftOut(file)
    const [, folder = '', ...below] = file.path.split('/')
    if (reason) add(out, reason, file)
    else if (below.length > 0) add(folders, folder, file)
    else packImages.push(file)
  }

  const songs: SongFolder<F>[] = []
  let foldersWithoutChart = 0
  for (const [folder, files] of folders) {
    if (files.some(({ path }) => fileKind(path) === 'chart')) songs.push({ folder, files })
    else {
      foldersWithoutChart += 1
      for (const file of files) add(out, 'noChart', file)
    }
  }
  const files = [...packImages, ...songs.flatMap((song) => song.files)]
  return {
    songs: songs.sort((a, b) => compare(a.folder, b.folder)),
    packImages,
    files,
    bytes: sum(files),
    leftOut: leftOutReasons.flatMap((reason) => {
      const files = out.get(reason)
      if (!files) return []
      return [{ reason, files, folders: reason === 'noChart' ? foldersWithoutChart : 0, bytes: sum(files) }]
    }),
  }
}

function whyLeftOut({ path, size }: PackFile): LeftOutReason | undefined {
  if (isSystemFile(path)) return 'system'
  const kind = fileKind(path)
  if (kind === 'audio' || kind === 'video') return kind
  if (size > maxFileBytes) return 'large'
  const depth = path.split('/').length
  if (depth <= 2) return depth === 2 && kind === 'image' ? undefined : 'loose'
  return kind === 'other' && size >= otherFileBytes ? 'largeOther' : undefined
}

function add<Key, F>(lists: Map<Key, F[]>, key: Key, file: F): void {
  const list = lists.get(key)
  if (list) list.push(file)
  else lists.set(key, [file])
}

function sum(files: readonly PackFile[]): number {
  return files.reduce((bytes, { size }) => bytes + size, 0)
}

function byPath(a: PackFile, b: PackFile): number {
  return compare(a.path, b.path)
}

/** By code units: the same order in every browser and language. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
