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
