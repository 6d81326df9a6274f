import { maxPackEntries, maxUnpackedBytes, maxZipBytes } from './pack-limits.ts'
import { sizeText } from './size-text.ts'

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
