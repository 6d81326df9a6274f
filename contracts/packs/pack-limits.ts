import { z } from 'zod'
import { sizeText } from './size-text.ts'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

/** Maximum bytes of any file of a pack. */
export const maxFileBytes = 10 * mebibyte
/** Files other than charts and images must be smaller than this, bytes. */
export const otherFileBytes = mebibyte

/** Maximum entries of a zip, files and folders. */
export const maxPackEntries = 20_000
export const maxZipBytes = 2 * gibibyte
/** Maximum declared bytes of all files of a zip together. */
export const maxUnpackedBytes = 4 * gibibyte
/** Maximum compression ratio of zips above `ratioCountsFrom` unpacked bytes. Charts and pictures reach 20. */
export const maxUnpackRatio = 100
export const ratioCountsFrom = 64 * mebibyte

/**
 * Maximum rows × panels of the charts of a song and of a pack, which determine the CPU time of parsing. A chart counts
 * as at least four panels wide. Large real values: a song of ten charts with 20,000 rows has 800,000, a pack of 3,000
 * songs 200 million.
 */
export const maxSongCells = 4_000_000
export const maxPackCells = 400_000_000
/**
 * Maximum bytes of pictures and step previews generated from a pack. Above `madeRatioCountsFrom` bytes they are also
 * limited to `maxMadeRatio` times the size of the zip; packs of streams, which compress best, reach 60.
 */
export const maxMadeBytes = 2 * gibibyte
export const maxMadeRatio = 200
export const madeRatioCountsFrom = 64 * mebibyte
/** Memory limit of the process that reads a pack, without pictures, MiB. */
export const maxReaderMebibytes = 384

/** CPU limit for reading a pack, seconds. A song with all its pictures takes up to three. */
export function maxPackCpuSeconds(songs: number): number {
  return Math.min(60 + 5 * songs, 7_200)
}

/** Maximum length of a path in a zip, and of each name in it, UTF-16 units. */
export const maxPathLength = 1_000
export const maxNameLength = 255

const maxPackNameLength = 200

export const packName = z
  .string()
  .trim()
  .min(1, 'Pack name is required')
  .refine(
    (name) => [...name].length <= maxPackNameLength,
    `Pack name must be no more than ${maxPackNameLength} characters long`,
  )
  .refine((name) => !/\p{Cc}/u.test(name), 'Pack name must not contain control characters')

/** Returns the normalised name that identifies a pack: without differences in case, width or encoding of accents. */
export function packKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
}

// What is wrong with a pack, and what to do about it, in the words of the uploader's page and of the server.

export const chooseOnePack = 'Choose the folder of one pack, not the folder with all your packs.'
export const chooseWithSongs = 'Choose the folder of one pack, with a folder for each song.'
export const severalPacks = "Leave out what isn't needed, or split it into several packs."

/** `holder`: "The zip", "This folder". */
export function tooManyFiles(holder: string, files: number): string {
  return `${holder} has ${counted(files)} files; a pack can have up to ${counted(maxPackEntries)}.`
}

export function zipTooLarge(bytes: number): string {
  return `The zip is ${sizeText(bytes)}; a pack can be up to ${sizeText(maxZipBytes)}.`
}

/** `size`: "4.2 GB", with "or more" if that much is certain. */
export function unpackedTooLarge(size: string): string {
  return `The pack takes up ${size} unzipped; a pack can take up to ${sizeText(maxUnpackedBytes)}.`
}

const counted = (count: number) => count.toLocaleString('en')
