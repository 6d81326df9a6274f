import { maxZipBytes } from '@stepledger/contracts/packs/pack-limits.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'

/** A zip that is not a valid pack. Both texts are sentences for the uploader. */
export class PackError extends Error {
  override readonly name = 'PackError'
  /** What is wrong: "The zip holds 100,214 files; a pack may hold 20,000." */
  readonly reason: string
  /** What to do about it. */
  readonly advice: string

  constructor(reason: string, advice: string = zipAgain) {
    super(reason)
    this.reason = reason
    this.advice = advice
  }
}

export const chooseOnePack = 'Choose the folder of one pack, not the folder with all of them.'
export const chooseWithSongs = 'Choose the folder of one pack, with a folder for each song.'
export const severalPacks = 'Leave out what is not needed, or make several packs of it.'
const zipAgain = 'Zip the folder of the pack again, or choose the folder itself.'

export function zipTooLarge(bytes: number): PackError {
  return new PackError(
    `The zip has ${sizeText(bytes)}; a pack may have ${sizeText(maxZipBytes)}.`,
    severalPacks,
  )
}

/** Formats a number for a sentence: 100,214. */
export function counted(count: number): string {
  return count.toLocaleString('en')
}

/** Quotes an untrusted name for a sentence: short and on one line. */
export function quoted(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  const letters = [...plain]
  return letters.length > 80 ? `“${letters.slice(0, 79).join('')}…”` : `“${plain}”`
}
