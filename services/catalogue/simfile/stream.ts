import { sum } from '@stepledger/contracts/sum.ts'

const streamUnits = [16, 20, 24, 32] as const
type StreamUnit = (typeof streamUnits)[number]

/** Runs of measures full of 16ths, 20ths, 24ths or 32nds, and the breaks between them. */
export interface StreamBreakdown {
  readonly unit: StreamUnit
  /** Measures of stream. */
  readonly measures: number
  /** Measures of breaks between the first and the last run. */
  readonly breaks: number
  /** Alternating lengths of runs and breaks, measures. */
  readonly lengths: readonly number[]
  /** Breaks in brackets, of one measure as a dash: `16-8 (5) 24`. */
  readonly detailed: string
  /** One sign per break: `-` up to 4 measures, `/` up to 31, `|` from 32. */
  readonly brief: string
}

/**
 * One for each unit of which the chart has a measure: a measure of 24ths is one of 16ths too. Rows count, not arrows.
 */
export function streamBreakdowns(notes: readonly number[]): StreamBreakdown[] {
  return streamUnits.flatMap((unit) => {
    const lengths = alternatingLengths(notes.map((count) => count >= unit))
    if (lengths.length === 0) return []
    return {
      unit,
      measures: sum(lengths.filter((_, i) => i % 2 === 0)),
      breaks: sum(lengths.filter((_, i) => i % 2 === 1)),
      lengths,
      detailed: lengths
        .map((length, i) => (i % 2 === 0 ? length : length === 1 ? '-' : ` (${length}) `))
        .join(''),
      brief: lengths.map((length, i) => (i % 2 === 0 ? length : breakSign(length))).join(''),
    }
  })
}

/** Alternating lengths of runs and breaks, from the first run to the last. */
function alternatingLengths(isStream: readonly boolean[]): number[] {
  const first = isStream.indexOf(true)
  if (first < 0) return []
  const lengths: number[] = []
  let before = false
  for (const stream of isStream.slice(first, isStream.lastIndexOf(true) + 1)) {
    if (stream === before) lengths.push((lengths.pop() ?? 0) + 1)
    else lengths.push(1)
    before = stream
  }
  return lengths
}

function breakSign(length: number): string {
  if (length <= 4) return '-'
  return length < 32 ? '/' : '|'
}
