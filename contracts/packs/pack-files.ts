import { maxFileBytes, otherFileBytes } from './pack-limits.ts'

const audio = ['mp3', 'wav', 'ogg', 'flac', 'm4a', 'aac', 'wma', 'oga', 'opus']
const video = ['mp4', 'avi', 'mkv', 'mov', 'wmv', 'flv', 'webm', 'mpg', 'mpeg', 'm4v', 'ogv']
const charts = ['ssc', 'sm']
const images = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp']

const kinds = new Map([
  ...audio.map((extension) => [extension, 'audio'] as const),
  ...video.map((extension) => [extension, 'video'] as const),
  ...charts.map((extension) => [extension, 'chart'] as const),
  ...images.map((extension) => [extension, 'image'] as const),
])

type FileKind = 'audio' | 'video' | 'chart' | 'image' | 'other'

/** By the extension, in upper or lower case. */
export function fileKind(path: string): FileKind {
  const [, extension = ''] = /\.([^./]+)$/.exec(path) ?? []
  return kinds.get(extension.toLowerCase()) ?? 'other'
}

const systemNames = new Set([
  '__macosx',
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  '$recycle.bin',
  'system volume information',
  '.ds_store',
  '.git',
  '.svn',
  '.trashes',
  '.fseventsd',
  '.spotlight-v100',
])

/** Whether the file was created by an operating system or a tool, including files in their hidden folders. */
export function isSystemFile(path: string): boolean {
  const segments = path.split('/')
  const name = segments.at(-1) ?? ''
  if (segments.some((segment) => systemNames.has(segment.toLowerCase()))) return true
  if (name.startsWith('._')) return true
  // A song may be called ".59", so a leading dot does not hide folders, charts and images.
  return name.startsWith('.') && fileKind(name) === 'other'
}

/** `path` starts with the pack's folder, as in a browser's folder picker: `Pack/Song/song.ssc`. `size`: bytes. */
export interface PackFile {
  readonly path: string
  readonly size: number
}

/** Reasons for leaving out a file, in display order. */
export const leftOutReasons = ['audio', 'video', 'large', 'largeOther', 'noChart', 'loose', 'system'] as const
type LeftOutReason = (typeof leftOutReasons)[number]

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

interface SongFolder<F extends PackFile> {
  readonly folder: string
  /** Its included files, at any depth. */
  readonly files: readonly F[]
}

export interface LeftOut<F extends PackFile> {
  readonly reason: LeftOutReason
  readonly files: readonly F[]
  /** Number of folders without a chart; 0 for other reasons than `noChart`. */
  readonly folders: number
  readonly bytes: number
}

export interface ChosenFiles<F extends PackFile> {
  /** Sorted by folder. If empty, show `noChartFiles`. */
  readonly songs: readonly SongFolder<F>[]
  readonly packImages: readonly F[]
  readonly files: readonly F[]
  readonly bytes: number
  /** One entry for each reason that occurs. */
  readonly leftOut: readonly LeftOut<F>[]
}

/** Chooses the files of a pack's folder to upload. Shared by browser, operator and server. */
export function choosePackFiles<F extends PackFile>(given: readonly F[]): ChosenFiles<F> {
  const leftOut = new Map<LeftOutReason, F[]>()
  const packImages: F[] = []
  const folders = new Map<string, F[]>()
  for (const file of [...given].sort(byPath)) {
    const reason = reasonLeftOut(file)
    const [, folder = '', ...below] = file.path.split('/')
    if (reason) add(leftOut, reason, file)
    else if (below.length > 0) add(folders, folder, file)
    else packImages.push(file)
  }

  const songs: SongFolder<F>[] = []
  let foldersWithoutChart = 0
  for (const [folder, files] of folders) {
    if (files.some(({ path }) => fileKind(path) === 'chart')) songs.push({ folder, files })
    else {
      foldersWithoutChart += 1
      for (const file of files) add(leftOut, 'noChart', file)
    }
  }
  const files = [...packImages, ...songs.flatMap((song) => song.files)]
  return {
    songs: songs.sort((a, b) => compare(a.folder, b.folder)),
    packImages,
    files,
    bytes: sum(files),
    leftOut: leftOutReasons.flatMap((reason) => {
      const files = leftOut.get(reason)
      if (!files) return []
      return [{ reason, files, folders: reason === 'noChart' ? foldersWithoutChart : 0, bytes: sum(files) }]
    }),
  }
}

function reasonLeftOut({ path, size }: PackFile): LeftOutReason | undefined {
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

/** Compares by code units, which is independent of the locale. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
