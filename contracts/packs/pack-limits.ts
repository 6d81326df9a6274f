import { z } from 'zod'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

/** A file of a pack may have this many bytes; chart files and images too. */
export const maxFileBytes = 10 * mebibyte
/** What is neither chart file nor image has less than this. */
export const otherFileBytes = mebibyte

/** Files and folders that a zip may list. */
export const maxPackEntries = 20_000
export const maxZipBytes = 2 * gibibyte
/** What all files of a zip may have together, by what it declares. */
export const maxUnpackedBytes = 4 * gibibyte
/**
 * A zip that would unpack to more than `ratioCountsFrom` bytes may unpack to this many times its size: charts and
 * pictures reach 20.
 */
export const maxUnpackRatio = 100
export const ratioCountsFrom = 64 * mebibyte

/**
 * Rows × panels of the charts of a song, and of a pack: what reading costs. A chart counts as at least four panels wide.
 * A marathon of ten charts of 20,000 rows has 800,000; a pack of 3,000 songs, all doubles included, 200 million.
 */
export const maxSongCells = 4_000_000
export const maxPackCells = 400_000_000
/**
 * Bytes of the pictures and step previews that are made of a pack. More than `madeRatioCountsFrom` may be made only up
 * to this many times the size of the zip: stripped packs of streams, which compress best, reach 60.
 */
export const maxMadeBytes = 2 * gibibyte
export const maxMadeRatio = 200
export const madeRatioCountsFrom = 64 * mebibyte
/** MiB of memory for reading a pack, pictures apart. */
export const maxReaderMebibytes = 384

/** Seconds of CPU for reading a pack of so many songs. A song with all its pictures takes up to three. */
export function maxPackCpuSeconds(songs: number): number {
  return Math.min(60 + 5 * songs, 7_200)
}

/** Of a path in a zip, in UTF-16 units; of each folder or file in it. */
export const maxPathLength = 1_000
export const maxNameLength = 255

export const maxPackNameLength = 200

/** A pack's name as an uploader may give it: trimmed, 1 to 200 characters, none of them a control character. */
export const packName = z
  .string()
  .trim()
  .min(1, 'Pack name is required')
  .refine(
    (name) => [...name].length <= maxPackNameLength,
    `Pack name must be no more than ${maxPackNameLength} characters long`,
  )
  .refine((name) => !/\p{Cc}/u.test(name), 'Pack name must not contain control characters')

/** Two packs whose names give the same key are one pack: case, width and the way accents are encoded do not count. */
export function packKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
}
