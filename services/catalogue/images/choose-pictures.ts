import { fileKind } from '@stepledger/contracts/packs/pack-files.ts'
import type { PictureKind } from './variants.ts'

/** A picture of a song: a path below the song's folder, or the name of an image of the pack. */
interface ChosenPicture {
  readonly in: 'song' | 'pack'
  readonly path: string
}

interface SongFiles {
  /** Paths below the song's folder. */
  readonly song: readonly string[]
  /** Names of the images next to the song folders. */
  readonly pack: readonly string[]
}

/** Patterns of file names by kind of picture, best match first. Matched in lower case, without the extension. */
const signs: Readonly<Record<PictureKind, readonly RegExp[]>> = {
  banner: [/^(banner|bn)$/, /banner/, /bn$|(^|[^a-z])bn([^a-z]|$)/],
  background: [/^(background|bg)$/, /background/, /bg$|(^|[^a-z])bg([^a-z]|$)/],
  jacket: [/^jacket$/, /jacket/],
}

/**
 * Chooses a song's picture of a kind: the file named by its tag (#BANNER, #BACKGROUND, #JACKET), else one whose name
 * matches. `tag`: the tag's value, if any.
 */
export function chooseSongPicture(
  kind: PictureKind,
  tag: string | undefined,
  files: SongFiles,
): ChosenPicture | undefined {
  const named = tag === undefined ? undefined : findNamed(tag, files)
  if (named) return named
  const beside = files.song.filter((path) => !path.includes('/'))
  const path = bySigns(beside, signs[kind])
  return path === undefined ? undefined : { in: 'song', path }
}

/** Chooses the banner of a pack: an image named like *banner* or *bn*, else the only one. */
export function choosePackBanner(pack: readonly string[]): string | undefined {
  const images = pack.filter(isImage)
  return bySigns(images, [...signs.banner, /bn/]) ?? (images.length === 1 ? images[0] : undefined)
}

function findNamed(tag: string, files: SongFiles): ChosenPicture | undefined {
  const segments: string[] = []
  let above = false
  for (const segment of tag.trim().replaceAll('\\', '/').split('/')) {
    if (segment === '..' && segments.pop() === undefined) {
      // A path must not leave the pack.
      if (above) return undefined
      above = true
    } else if (segment !== '' && segment !== '.' && segment !== '..') segments.push(segment)
  }
  const wanted = comparable(segments.join('/'))
  const candidates = (above ? files.pack : files.song).filter(isImage)
  const path =
    candidates.find((candidate) => candidate === segments.join('/')) ??
    candidates.find((candidate) => comparable(candidate) === wanted)
  return path === undefined ? undefined : { in: above ? 'pack' : 'song', path }
}

function bySigns(paths: readonly string[], best: readonly RegExp[]): string | undefined {
  const images = paths.filter(isImage).toSorted()
  for (const sign of best) {
    const found = images.find((path) => sign.test(comparable(path).replace(/\.[^.]*$/, '')))
    if (found !== undefined) return found
  }
  return undefined
}

function isImage(path: string): boolean {
  return fileKind(path) === 'image'
}

/** Simfiles are written on case-insensitive file systems. */
function comparable(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
