import { fileKind, isSystemFile } from '@stepledger/contracts/packs/file-kind.ts'
import { noChartFiles } from '@stepledger/contracts/packs/pack-files.ts'
import { chooseOnePack, chooseWithSongs } from '@stepledger/contracts/packs/pack-problems.ts'
import { counted, PackError } from './pack-error.ts'

/**
 * Finds the folder of a zip that contains the song folders, as segments: `['Pack']`, or `[]` for the zip's root. Throws
 * PackError when no folder has a chart file, or there are several packs.
 */
export function findPackFolder(paths: readonly string[]): readonly string[] {
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
