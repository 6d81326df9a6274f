import { beatsPerMeasure } from './beats.ts'
import { hasStep, type JudgedRow } from './judged-rows.ts'
import { secondAt, type Timeline } from './timeline.ts'

export interface Density {
  /** Maximum notes per second of any measure. */
  readonly peak: number
  /** Measures up to the last note: start in seconds from beat 0, and notes per second. A jump counts as one note. */
  readonly measures: readonly { readonly second: number; readonly nps: number }[]
}

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

export function densityOf(notes: readonly number[], timeline: Timeline): Density {
  const measures = notes.map((count, measure) => {
    const second = secondAt(timeline, measure * beatsPerMeasure)
    const duration = secondAt(timeline, (measure + 1) * beatsPerMeasure) - second
    return { second: rounded(second), nps: duration > minMeasureSeconds ? rounded(count / duration) : 0 }
  })
  return { peak: measures.reduce((peak, { nps }) => Math.max(peak, nps), 0), measures }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
