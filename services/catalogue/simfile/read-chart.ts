import { maxSongCells } from '@stepledger/contracts/packs/pack-limits.ts'
import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { type ChartHash, type ChartName, difficultyOf } from './chart-hash.ts'
import { type ChartNotes, isCouple, type NoteRow, readNotes } from './notes.ts'
import { SimfileError, simfileLimits } from './simfile-error.ts'
import { type ChartText, sanitiseText, type TimingTags } from './simfile-text.ts'
import { type ChartTiming, secondAt, type Timeline } from './timeline.ts'
import { isFakeAtRow, isWarpAtRow, leadingNumber, rowsPerBeat, rowsPerMeasure } from './timing-data.ts'

/** The public facts of a chart, in the order of the event. */
export interface Chart extends Omit<ProcessedChart, 'hash' | 'steps'> {
  readonly hash: ChartHash
  readonly steps: StepPreview
}

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

/**
 * CalculateRadarValues: counts played notes only; a hold counts when its head is played. `jumps`: rows with at least two
 * arrows; `hands`: with at least three arrows and active holds; `fakes`: fake notes, and all notes that are not judged.
 */
function countNotes(rows: readonly JudgedRow[]) {
  const counts = { rows: 0, holds: 0, rolls: 0, mines: 0 }
  const radar = { jumps: 0, hands: 0, lifts: 0, fakes: 0 }
  /** Per panel: whether a hold is active. */
  const held: boolean[] = []
  for (const { cells, state } of rows) {
    let notes = 0
    let steps = 0
    let running = 0
    for (let panel = 0; panel < cells.length; panel += 1) {
      const cell = cells.charAt(panel)
      if (held[panel]) running += 1
      if (cell === '0') continue
      if (cell !== 'K') held[panel] = false
      if (cell === '3') continue
      notes += 1
      if (cell === 'F' || state !== 'played') radar.fakes += 1
      if (state !== 'played') continue
      if (isStep(cell)) steps += 1
      if (cell === '2') counts.holds += 1
      if (cell === '4') counts.rolls += 1
      if (cell === 'M') counts.mines += 1
      if (cell === 'L') radar.lifts += 1
      if (cell === '2' || cell === '4') held[panel] = true
    }
    if (steps > 0) counts.rows += 1
    if (steps > 1) radar.jumps += 1
    if (notes > 0 && state === 'played' && steps + running > 2) radar.hands += 1
  }
  return { counts, radar }
}

/** End of the last step or hold. `row`: its position. */
function lastNote(rows: readonly JudgedRow[]): { row: number; second: number } {
  const end = { row: 0, second: 0 }
  const held = new Set<number>()
  for (const { row, second, cells, state } of rows) {
    let lasts = false
    for (let panel = 0; panel < cells.length; panel += 1) {
      const cell = cells.charAt(panel)
      if (cell === '3') lasts = held.delete(panel) || lasts
      if (state !== 'played' || !isStep(cell)) continue
      lasts = true
      if (cell === '2' || cell === '4') held.add(panel)
    }
    if (lasts) Object.assign(end, { row, second })
  }
  return end
}

/** Shorter measures, seconds, result from warps: their notes per second are meaningless. */
const minMeasureSeconds = 0.12

/** Number of played rows per measure, up to the last non-empty one. */
function notesPerMeasure(rows: readonly JudgedRow[]): number[] {
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
function densityOf(notes: readonly number[], timeline: Timeline): Pick<ProcessedChart, 'peakNps' | 'nps'> {
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
function streamBreakdowns(notes: readonly number[]): ProcessedChart['streams'] {
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

interface BpmRange {
  readonly min: number
  readonly max: number
}

/**
 * The BPM of the song wheel, `120`, `90-180` or `?`: the author's, else that of the played part. `values`: of
 * #DISPLAYBPM: `*`, one number or two; empty when missing.
 */
function displayBpm(values: readonly string[], played: BpmRange): string {
  if (values[0]?.trim() === '*') return '?'
  const [low = '', high = ''] = values
  const first = leadingNumber(low)
  const second = high.trim() === '' ? first : leadingNumber(high)
  if (first > 0 && second > 0) return shown(first, second)
  return shown(played.min, played.max)
}

/** BPM range from beat 0 to `lastRow`, without warps. */
function playedBpm(timeline: Timeline, lastRow: number): BpmRange {
  let min = Number.POSITIVE_INFINITY
  let max = 0
  for (const { row, bpm, secondsPerRow } of timeline) {
    if (secondsPerRow <= 0 || (row > 0 && row >= lastRow)) continue
    min = Math.min(min, bpm)
    max = Math.max(max, bpm)
  }
  return max > 0 ? { min, max } : { min: 0, max: 0 }
}

function shown(first: number, second: number): string {
  const min = Math.round(Math.min(first, second))
  const max = Math.round(Math.max(first, second))
  return min === max ? String(min) : `${min}-${max}`
}

function stepPreview(panels: number, rows: readonly JudgedRow[]): StepPreview {
  const seconds: number[] = []
  const ticks: number[] = []
  const notes: string[] = []
  /** Panels with a visible hold, whose end is always drawn. */
  const held = new Set<number>()
  for (const { row, second, cells, state } of rows) {
    let seen = ''
    for (let panel = 0; panel < cells.length; panel += 1)
      seen += seenCell(cells.charAt(panel), panel, state, held)
    if (!something.test(seen)) continue
    seconds.push(Math.round(second * 1000) / 1000)
    ticks.push(row % rowsPerBeat)
    notes.push(seen)
  }
  return { panels, seconds, ticks, notes: notes.join('') }
}

const something = /[^0]/

function seenCell(cell: string, panel: number, state: JudgedRow['state'], held: Set<number>): string {
  if (cell === '0') return cell
  if (cell === '3') return held.delete(panel) ? cell : '0'
  if (state === 'skipped' || cell === 'K') return '0'
  if (cell === '2' || cell === '4') held.add(panel)
  return state === 'fake' && (cell === '1' || cell === 'L') ? 'F' : cell
}

/** A row with its time, and whether it is played. */
interface JudgedRow extends NoteRow {
  /** From beat 0. */
  readonly second: number
  /** IsJudgableAtRow: `played`. `fake`: visible, not judged. `skipped`: never visible, as it is in a warp. */
  readonly state: 'played' | 'fake' | 'skipped'
}

function judgeRows(rows: readonly NoteRow[], { timeline, timing }: ChartTiming): JudgedRow[] {
  return rows.map(({ row, cells }) => ({
    row,
    cells,
    second: secondAt(timeline, row),
    state: isWarpAtRow(timing, row) ? 'skipped' : isFakeAtRow(timing, row) ? 'fake' : 'played',
  }))
}

const step = /[124L]/

function hasStep(cells: string): boolean {
  return step.test(cells)
}

/** Whether the cell is a tap, the head of a hold or roll, or a lift. */
function isStep(cell: string): boolean {
  return cell === '1' || cell === '2' || cell === '4' || cell === 'L'
}

interface CellCounter {
  /** Throws SimfileError when the previous charts exceeded the limit. */
  check(): void
  /** Throws SimfileError when the chart exceeds the limit. */
  add(notes: ChartNotes): void
  count(): number
}

/** Narrow charts count as this many panels. */
const minPanels = 4

export function cellCounter(): CellCounter {
  let count = 0
  const check = () => {
    if (count > maxSongCells)
      throw new SimfileError(
        'NOTES',
        `is too much: rows × panels of all charts of a song may be ${maxSongCells.toLocaleString('en')}`,
      )
  }
  return {
    check,
    add({ rows, panels }) {
      count += rows.length * Math.max(panels, minPanels)
      check()
    },
    count: () => count,
  }
}
