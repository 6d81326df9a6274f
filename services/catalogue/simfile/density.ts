import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import { beatsPerMeasure } from './beats.ts'
import { hasStep, type JudgedRow } from './judged-rows.ts'
import { secondAt, type Timeline } from './timeline.ts'

/** Shorter measures, seconds, result from warps and negative BPMs: their notes per second are meaningless. */
const minMeasureSeconds = 0.12

/** Number of played rows per measure, up to the last non-empty one. */
export function notesPerMeasure(rows: readonly JudgedRow[]): number[] {
  const counts: number[] = []
  for (const { beat, cells, state } of rows) {
    if (state !== 'played' || !hasStep(cells)) continue
    const measure = Math.floor(beat / beatsPerMeasure)
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
    const second = secondAt(timeline, measure * beatsPerMeasure)
    const duration = secondAt(timeline, (measure + 1) * beatsPerMeasure) - second
    return [rounded(second), duration > minMeasureSeconds ? rounded(count / duration) : 0]
  })
  return { peakNps: nps.reduce((peak, [, value]) => Math.max(peak, value), 0), nps }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
