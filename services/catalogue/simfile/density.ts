import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { rowsPerMeasure } from './beats.ts'
import { hasStep, type JudgedRow } from './judged-rows.ts'
import { secondAt, type Timeline } from './timeline.ts'

/** Shorter measures, seconds, result from warps: their notes per second are meaningless. */
const minMeasureSeconds = 0.12

/** Number of played rows per measure, up to the last non-empty one. */
export function notesPerMeasure(rows: readonly JudgedRow[]): number[] {
  const counts: number[] = []
  for (const { row, cells, state } of rows) {
    if (state !== 'played' || !hasStep(cells)) continue
    const measure = Math.floor(row / rowsPerMeasure)
    while (counts.length <= measure) counts.push(0)
    counts[measure] = (counts[measure] ?? 0) + 1
  }
  return counts
}

/** Of the measures up to the last note, times from beat 0. A jump counts as one note. */
export function densityOf(
  notes: readonly number[],
  timeline: Timeline,
): Pick<ProcessedChart, 'peakNps' | 'nps'> {
  const nps = notes.map((count, measure): [second: number, nps: number] => {
    const second = secondAt(timeline, measure * rowsPerMeasure)
    const duration = secondAt(timeline, (measure + 1) * rowsPerMeasure) - second
    return [rounded(second), duration > minMeasureSeconds ? rounded(count / duration) : 0]
  })
  return { peakNps: nps.reduce((peak, [, value]) => Math.max(peak, value), 0), nps }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

/**
 * Runs of measures full of 16ths, 20ths, 24ths or 32nds, and the breaks between the first and the last run, for each unit
 * of which the chart has a measure: a measure of 24ths is one of 16ths too. Rows count, not arrows.
 *
 * `brief`: one sign per break: `-` up to 4 measures, `/` up to 31, `|` from 32. `detailed`: breaks in brackets, of one
 * measure as a dash: `16-8 (5) 24`.
 */
export function streamBreakdowns(notes: readonly number[]): ProcessedChart['streams'] {
  return [16, 20, 24, 32].flatMap((unit) => {
    const lengths = alternatingLengths(notes.map((count) => count >= unit))
    if (lengths.length === 0) return []
    return {
      unit,
      measures: sum(lengths.filter((_, i) => i % 2 === 0)),
      breaks: sum(lengths.filter((_, i) => i % 2 === 1)),
      brief: lengths.map((length, i) => (i % 2 === 0 ? length : breakSign(length))).join(''),
      detailed: lengths
        .map((length, i) => (i % 2 === 0 ? length : length === 1 ? '-' : ` (${length}) `))
        .join(''),
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
