import type { CellCounter } from './cell-counter.ts'
import type { ChartHash, ChartName } from './chart-hash.ts'
import { countNotes, lastNote } from './count.ts'
import { densityOf, notesPerMeasure, streamBreakdowns } from './density.ts'
import { difficultyOf } from './difficulty.ts'
import { displayBpm, playedBpm } from './display-bpm.ts'
import { judgeRows } from './judged-rows.ts'
import { simfileLimits } from './limits.ts'
import { isCouple, readNotes } from './notes.ts'
import { sanitiseText } from './sanitise-text.ts'
import type { Chart } from './simfile.ts'
import { SimfileError } from './simfile-error.ts'
import type { ChartText, TimingTags } from './simfile-text.ts'
import { stepPreview } from './steps.ts'
import type { ChartTiming } from './timeline.ts'

export interface ChartReader {
  readonly hash: (chart: ChartName) => ChartHash
  readonly timing: (tags: TimingTags) => ChartTiming
  readonly cells: CellCounter
}

/**
 * Parses a chart with all of its public facts.
 *
 * @throws SimfileError naming the unreadable field.
 */
export function readChart(text: ChartText, reader: ChartReader): Chart {
  const stepsType = text.stepsType.trim().toLowerCase()
  if (!/^[a-z0-9]+(?:-[a-z0-9]+){0,4}$/.test(stepsType))
    throw new SimfileError('STEPSTYPE', 'is missing or no steps type')
  if (text.notes === null) throw new SimfileError('NOTES', 'is missing')
  const meter = readMeter(text.meter)
  const difficulty = difficultyOf({ ...text, meter })
  const timing = reader.timing(text.timing)
  reader.cells.check()
  const notes = readNotes(text.notes, stepsType)
  reader.cells.add(notes)
  const rows = judgeRows(notes.rows, timing)
  if ((rows.at(-1)?.second ?? 0) > simfileLimits.seconds)
    throw new SimfileError('BPMS', `makes the chart longer than ${simfileLimits.seconds} seconds`)
  const [first, ...others] = [...(isCouple(stepsType) ? [] : [notes.rows]), ...notes.players]
  const main = first === notes.rows ? rows : judgeRows(first ?? [], timing)
  const { counts, radar } = countNotes(main)
  const otherCounts = others.map((player) => countNotes(judgeRows(player, timing)).counts)
  const end = lastNote(rows)
  const perMeasure = notesPerMeasure(main)
  const bpms = playedBpm(timing.timeline, end.row)
  return {
    hash: reader.hash({ stepsType, difficulty, description: text.description }),
    stepsType,
    difficulty,
    meter,
    description: sanitiseText(text.description),
    chartName: sanitiseText(text.chartName),
    stepartist: sanitiseText(text.stepartist),
    length: Math.round(end.second * 1000) / 1000,
    displayBpm: displayBpm(text.displayBpm, bpms),
    bpms,
    counts,
    ...(otherCounts.length > 0 ? { otherCounts } : {}),
    radar,
    ...densityOf(perMeasure, timing.timeline),
    streams: streamBreakdowns(perMeasure),
    steps: stepPreview(notes.panels, rows),
  }
}

/** Parses a leading whole number below 10,000; else returns null. */
function readMeter(text: string): number | null {
  const digits = /^\s*\+?(\d{1,4})(?!\d)/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}
