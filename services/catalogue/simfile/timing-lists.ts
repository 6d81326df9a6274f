import { simfileLimits } from './limits.ts'
import { SimfileError } from './simfile-error.ts'

/** A tag with a list of timing. `version`: the #VERSION of an .ssc where the tag stands. */
export interface TimingTag {
  readonly name: string
  readonly text: string
  readonly version: number
}

/** An entry `beat=value` of a list, in single precision, as the engine has them. */
export interface Change {
  readonly beat: number
  readonly value: number
}

/** Reads the entries `beat=value` of a tag; `toBeat`: as the engine reads a beat of this list. */
export type ReadChanges = (tag: TimingTag, toBeat?: (text: string) => number) => Change[]

/** @throws SimfileError when the list has too many entries. */
export function readChanges({ name, text }: TimingTag, toBeat = stringToFloat): Change[] {
  const entries = entriesOf(text)
  if (entries.length > simfileLimits.timingChanges) {
    throw new SimfileError(name, `has more than ${simfileLimits.timingChanges} entries`)
  }
  const changes: Change[] = []
  for (const [beat, value, ...more] of entries) {
    if (beat === undefined || value === undefined || more.length > 0) continue
    const change = { beat: toBeat(beat), value: stringToFloat(value) }
    if (Math.abs(change.beat) <= simfileLimits.beat) changes.push(change)
  }
  return changes
}

/** The values of the entries of a list, without empty ones; of too many entries one more than allowed. */
export function entriesOf(text: string): string[][] {
  return text
    .split(',', simfileLimits.timingChanges + 1)
    .map((entry) => entry.split('=', simfileLimits.values).filter((value) => value !== ''))
}

/** StringToFloat: the leading number of a text in single precision; 0 when there is none. */
export function stringToFloat(text: string): number {
  const value = Math.fround(leadingNumber(text))
  return Number.isFinite(value) ? value : 0
}

/** RowToBeat: a beat; a row marked by `r` is divided by -1, which the engine passes as the number of rows per beat. */
export function rowToBeat(text: string): number {
  return /^r|r$/i.test(text) ? -stringToFloat(text.replaceAll(/^r+|r+$/gi, '')) : stringToFloat(text)
}

const number = /^\s*([+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:e[+-]?\d{1,5})?)/i

/** Parses the leading number of a text; 0 when there is none. */
export function leadingNumber(text: string): number {
  const whole = Number(text)
  const value = Number.isNaN(whole) ? Number(number.exec(text)?.[1] ?? 0) : whole
  return Number.isFinite(value) ? value : 0
}
