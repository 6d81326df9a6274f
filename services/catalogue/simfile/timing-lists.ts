import { rowsPerBeat } from './beats.ts'
import { simfileLimits } from './limits.ts'
import { SimfileError } from './simfile-error.ts'

/** A BPM at a beat, or the length of a stop or delay (seconds), warp or fake (beats). */
export interface Change {
  readonly beat: number
  readonly value: number
}

/** The timing lists of a chart, sorted by beat. */
export interface Timing {
  readonly bpms: readonly Change[]
  readonly stops: readonly Change[]
  readonly delays: readonly Change[]
  readonly warps: readonly Change[]
  readonly fakes: readonly Change[]
}

export type TimingTexts = { readonly [list in keyof Timing]: string }

/**
 * Parses the lists of a chart like the game: skips entries other than `beat=value`, BPMs and stops of zero, and delays,
 * warps and fakes that are not positive. BPMs and stops may be negative.
 *
 * @throws SimfileError naming the list that has too many entries.
 */
export function readTiming(texts: TimingTexts): Timing {
  return {
    bpms: readChanges(texts.bpms, 'BPMS').filter(({ value }) => value !== 0),
    stops: readChanges(texts.stops, 'STOPS').filter(({ value }) => value !== 0),
    delays: readChanges(texts.delays, 'DELAYS').filter(({ value }) => value > 0),
    warps: readChanges(texts.warps, 'WARPS').filter(({ value }) => value > 0),
    fakes: readChanges(texts.fakes, 'FAKES').filter(({ value }) => value > 0),
  }
}

function readChanges(text: string, field: string): Change[] {
  const entries = text.split(',', simfileLimits.timingChanges + 1)
  if (entries.length > simfileLimits.timingChanges) {
    throw new SimfileError(field, `has more than ${simfileLimits.timingChanges} entries`)
  }
  const changes: Change[] = []
  for (const entry of entries) {
    const equals = entry.indexOf('=')
    if (equals < 0 || entry.includes('=', equals + 1)) continue
    const change = { beat: readBeat(entry.slice(0, equals)), value: leadingNumber(entry.slice(equals + 1)) }
    if (Math.abs(change.beat) <= simfileLimits.beat) changes.push(change)
  }
  return changes.sort((a, b) => a.beat - b.beat)
}

/** Parses a beat, or a row (a 48th of a beat) with `r` before or after it. */
function readBeat(text: string): number {
  return leadingNumber(text) / (/^r|r$/i.test(text.trim()) ? rowsPerBeat : 1)
}

const number = /^\s*([+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:e[+-]?\d{1,5})?)/i

/** Parses the leading number of a text; 0 when there is none. */
export function leadingNumber(text: string): number {
  const whole = Number(text)
  const value = Number.isNaN(whole) ? Number(number.exec(text)?.[1] ?? 0) : whole
  return Number.isFinite(value) ? value : 0
}
