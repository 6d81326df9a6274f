import type { LeftOut } from '@stepledger/contracts/packs/processed-chart.ts'

/** A zip that is not a valid pack. Both texts are sentences for the uploader; `leftOut`: why no song can be read. */
export class PackError extends Error {
  override readonly name = 'PackError'
  /** What is wrong: "The zip has 100,214 files; a pack can have up to 20,000." */
  readonly reason: string
  readonly advice: string
  readonly leftOut: readonly LeftOut[]

  constructor(reason: string, advice: string = zipAgainAdvice, leftOut: readonly LeftOut[] = []) {
    super(reason)
    this.reason = reason
    this.advice = advice
    this.leftOut = leftOut
  }
}

const zipAgainAdvice = 'Zip the folder of the pack again, or choose the folder itself.'

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
