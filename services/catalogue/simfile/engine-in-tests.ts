/**
 * A second reading of the engine's rules (TimingData.cpp, NotesLoaderSM.cpp, NotesLoaderSSC.cpp, NoteDataUtil.cpp), row
 * by row and without regard to speed. It shares only the reading of tags with the code under test.
 */
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { readTags } from './tags.ts'

type Kind = 'sm' | 'ssc'
interface Segment {
  row: number
  value: number
}
/** The segments of each kind. `other`: any that has no effect on time. */
interface Timing {
  bpm: Segment[]
  stop: Segment[]
  delay: Segment[]
  warp: Segment[]
  fake: Segment[]
  other: number
}

const f = Math.fround
const row = (beat: number) => {
  const exact = f(f(beat) * 48)
  const low = Math.floor(exact)
  if (exact - low < 0.5) return low
  if (exact - low > 0.5) return low + 1
  return low % 2 ? low + 1 : low
}
const float = (text = '') => {
  const found = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i.exec(text)
  const value = f(found ? Number(found[0]) : 0)
  return Number.isFinite(value) ? value : 0
}
const entries = (text: string) =>
  text
    .split(',')
    .filter((entry) => entry !== '')
    .map((entry) => entry.split('=').filter((part) => part !== ''))
/** RowToBeat: what is marked as a row is divided by -1. */
const rowToBeat = (text = '') => (/^r|r$/i.test(text) ? -float(text.replace(/^r+/i, '')) : float(text))
const pairs = (text: string, toBeat = float) =>
  entries(text)
    .filter((parts) => parts.length === 2)
    .map(([beat, value]) => ({ beat: toBeat(beat), value: float(value) }))

/** AddSegment for what holds on a row or for some rows. */
function add(list: Segment[], at: number, value: number): void {
  if (list.length === 0) {
    list.push({ row: at, value })
    return
  }
  const same = list.find((segment) => segment.row === at)
  if (value <= 0) {
    if (same) list.splice(list.indexOf(same), 1)
  } else if (same) same.value = value
  else {
    list.push({ row: at, value })
    list.sort((a, b) => a.row - b.row)
  }
}

/** AddSegment for BPMs. */
function addBpm(list: Segment[], at: number, bpm: number): void {
  const equal = (segment: Segment | undefined) =>
    segment !== undefined && Math.abs(segment.value / 60 - bpm / 60) <= 1e-6
  if (list.length === 0) {
    list.push({ row: at, value: bpm })
    return
  }
  const before = list.filter((segment) => segment.row <= at)
  const current = before.at(-1) ?? list[0]
  const isSame = current?.row === at
  const previous = isSame && before.length > 1 ? before.at(-2) : current
  const next = current && list[list.indexOf(current) + 1]
  const drop = (segment: Segment | undefined) => segment && list.splice(list.indexOf(segment), 1)
  if (next && equal(next)) {
    if (equal(previous)) drop(next)
    else next.row = at
    if (previous !== current) drop(current)
  } else if (equal(previous)) {
    if (previous !== current) drop(current)
  } else if (isSame && current) current.value = bpm
  else {
    list.push({ row: at, value: bpm })
    list.sort((a, b) => a.row - b.row)
  }
}

/** The last segment that begins at the row or before, if it reaches the row. */
const holds = (list: readonly Segment[], at: number) => {
  const begun = list.filter((segment) => segment.row <= at).at(-1)
  return begun !== undefined && at < begun.row + begun.value
}
const isJudgable = (timing: Timing, at: number) => {
  const isStopped = [...timing.stop, ...timing.delay].some((segment) => segment.row === at)
  const isWarp = holds(timing.warp, at) && !isStopped
  return !isWarp && !holds(timing.fake, at)
}

const noTiming = (): Timing => ({ bpm: [], stop: [], delay: [], warp: [], fake: [], other: 0 })

function delays(timing: Timing, text: string): void {
  for (const { beat, value } of pairs(text, rowToBeat)) if (value > 0) add(timing.delay, row(beat), value)
}

/** ProcessBPMsAndStops */
function negative(timing: Timing, bpmText: string, stopText: string): void {
  const sorted = (text: string) =>
    pairs(text, rowToBeat)
      .filter(({ value }) => value !== 0)
      .sort((a, b) => a.beat - b.beat)
  const bpms = sorted(bpmText)
  const stops = sorted(stopText).filter(({ beat }) => beat >= 0)
  let bpm = 0
  while (bpms[0] && bpms[0].beat <= 0) bpm = bpms.shift()?.value ?? 0
  if (bpm === 0) {
    const only = bpms.shift()?.value
    bpm = bpms[0]?.value ?? only ?? 60
  }
  if (bpm > 0 && bpm <= 9999999) addBpm(timing.bpm, 0, bpm)
  let previous = 0
  let start = -1
  let before = 0
  let offset = 0
  const warpTo = (end: number) => add(timing.warp, row(start), row(f(end - start)))
  const warpedBpm = () => bpm !== before && addBpm(timing.bpm, row(start), bpm)
  const isFast = () => bpm < 0 || bpm > 9999999
  while (bpms[0] || stops[0]) {
    const isBpm = bpms[0] !== undefined && (stops[0] === undefined || bpms[0].beat <= stops[0].beat)
    const change = (isBpm ? bpms : stops).shift()
    if (!change) break
    const { beat, value } = change
    if (bpm <= 9999999) {
      offset = f(offset + f(f(f(beat - previous) * 60) / bpm))
      if (start >= 0 && bpm > 0 && offset > 0) {
        warpTo(f(beat - f(f(offset * bpm) / 60)))
        warpedBpm()
        start = -1
      }
    }
    previous = beat
    if (isBpm) {
      if (start < 0 && (value < 0 || value > 9999999)) {
        start = beat
        before = bpm
        offset = 0
      } else if (start < 0) addBpm(timing.bpm, row(beat), value)
      bpm = value
    } else if (start < 0 && value < 0) {
      start = beat
      before = bpm
      offset = value
    } else if (start < 0) add(timing.stop, row(beat), value)
    else {
      offset = f(offset + value)
      if (value > 0 && offset > 0) {
        warpTo(beat)
        add(timing.stop, row(beat), offset)
        if (isFast()) {
          start = beat
          offset = 0
        } else {
          warpedBpm()
          start = -1
        }
      }
    }
  }
  if (start >= 0) {
    warpTo(isFast() ? 99999999 : f(previous - f(f(offset * bpm) / 60)))
    warpedBpm()
  }
}

function processTag(timing: Timing, name: string, text: string, version: number): void {
  if (name === 'BPMS')
    for (const { beat, value } of pairs(text))
      if (beat >= 0 && value > 0) addBpm(timing.bpm, row(beat), value)
  if (name === 'STOPS')
    for (const { beat, value } of pairs(text)) if (beat >= 0 && value > 0) add(timing.stop, row(beat), value)
  if (name === 'DELAYS') delays(timing, text)
  if (name === 'WARPS')
    for (const { beat, value } of pairs(text)) {
      if (version < f(0.7) && value > beat) add(timing.warp, row(beat), row(f(value - beat)))
      else if (value > 0) add(timing.warp, row(beat), row(value))
    }
  if (name === 'FAKES')
    for (const { beat, value } of pairs(text, rowToBeat))
      if (value > 0) add(timing.fake, row(beat), row(value))
  for (const parts of entries(text)) {
    const [first, second, third] = parts.map(float)
    const isAfter = (first ?? 0) >= 0
    if (name === 'LABELS' && parts.length === 2 && isAfter) timing.other += 1
    if (name === 'TICKCOUNTS' && parts.length === 2) timing.other += 1
    if (name === 'COMBOS' && parts.length >= 2) timing.other += 1
    if (name === 'SCROLLS' && parts.length >= 2 && isAfter) timing.other += 1
    if (name === 'SPEEDS' && parts.length >= 3 && isAfter && (third ?? 0) >= 0) timing.other += 1
    if (name === 'TIMESIGNATURES' && isAfter && (second ?? 0) >= 1 && (third ?? 0) >= 1) timing.other += 1
  }
}

interface Note {
  cell: string
  /** Row of the end of a hold; Infinity until it is found. */
  end: number
  player: number
}
type Track = Map<number, Note>

/** IsHoldNoteAtRow: the head of the hold on the row; null without one. */
function headAt(track: Track, at: number): Note | null {
  let nearest = -1
  for (const [before, { cell }] of track) if (before < at && cell !== 'K') nearest = Math.max(nearest, before)
  const note = track.get(nearest)
  return note && '24'.includes(note.cell) && note.end >= at ? note : null
}

/** LoadFromSMNoteDataString for one player. */
function loadNotes(text: string, width: number, player: number): Track[] {
  const tracks = Array.from({ length: width }, (): Track => new Map())
  const measures = text.split(',').filter((measure) => measure !== '')
  for (const [m, measure] of measures.entries()) {
    const lines = measure
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    for (const [l, line] of lines.entries()) {
      const at = row(f(f(m + f(l / lines.length)) * 4))
      const cells = (line.match(/.(?:\[[^\]]*\]?)?/gs) ?? []).map((cell) => cell.charAt(0))
      for (const [panel, track] of tracks.entries()) {
        const cell = cells[panel] ?? ''
        if (cell === '3') {
          const head = headAt(track, at)
          if (head) head.end = at
        } else if ('124MKLF'.includes(cell) && cell !== '')
          track.set(at, { cell, end: cell === '2' || cell === '4' ? Number.POSITIVE_INFINITY : at, player })
      }
    }
  }
  for (const track of tracks)
    for (const [at, { end }] of track) if (end === Number.POSITIVE_INFINITY) track.delete(at)
  return tracks
}

/** CombineCompositeNoteData */
function combine(parts: readonly Track[][], width: number): Track[] {
  const out = Array.from({ length: width }, (): Track => new Map())
  for (const part of parts)
    for (const [panel, track] of part.entries()) {
      const target = out[panel]
      if (!target) continue
      for (const at of [...track.keys()].sort((a, b) => a - b)) {
        const note = track.get(at)
        if (!note || headAt(target, at)) continue
        if (note.end > at) {
          let end = note.end
          for (const [other, known] of [...target])
            if (other >= at && other <= note.end) {
              end = Math.max(end, known.end)
              target.delete(other)
            }
          target.set(at, { ...note, end })
        } else target.set(at, note)
      }
    }
  return out
}

function countTracks(tracks: readonly Track[], timing: Timing, isOf: (note: Note) => boolean): ChartCounts {
  const rows = new Set<number>()
  const counts = { holds: 0, rolls: 0, mines: 0 }
  for (const track of tracks)
    for (const [at, note] of track) {
      if (!isOf(note) || !isJudgable(timing, at)) continue
      if ('124L'.includes(note.cell)) rows.add(at)
      if (note.cell === '2') counts.holds += 1
      if (note.cell === '4') counts.rolls += 1
      if (note.cell === 'M') counts.mines += 1
    }
  return { rows: rows.size, ...counts }
}

const widths: Readonly<Record<string, number>> = {
  'dance-single': 4,
  'dance-double': 8,
  'dance-couple': 8,
  'dance-routine': 8,
  'dance-solo': 6,
  'dance-threepanel': 3,
  'pump-single': 5,
  'pump-halfdouble': 6,
  'pump-double': 10,
  'pump-couple': 10,
  'pump-routine': 10,
}

interface EngineChart {
  readonly stepsType: string
  /** All counts that a play of the chart may have; the first one that of player 1 before March 2026. */
  readonly counts: readonly ChartCounts[]
}

function countChart(stepsType: string, notes: string, timing: Timing): EngineChart {
  const width = widths[stepsType] ?? 0
  const everybody = () => true
  if (stepsType.endsWith('-routine')) {
    const all = combine(
      notes
        .split('&')
        .slice(0, 2)
        .map((part, player) => loadNotes(part, width, player)),
      width,
    )
    const players = notes.includes('&') ? [0, 1] : []
    return {
      stepsType,
      counts: [
        countTracks(all, timing, everybody),
        ...players.map((player) => countTracks(all, timing, (note) => note.player === player)),
      ],
    }
  }
  const tracks = loadNotes(notes, width, 0)
  const sides = stepsType.endsWith('-couple')
    ? [tracks.slice(0, width / 2), tracks.slice(width / 2)]
    : [tracks]
  return { stepsType, counts: sides.map((side) => countTracks(side, timing, everybody)) }
}

const names = new Set([
  ...['VERSION', 'NOTEDATA', 'STEPSTYPE', 'NOTES', 'NOTES2', 'BPMS', 'STOPS', 'FREEZES', 'DELAYS', 'WARPS'],
  ...['FAKES', 'LABELS', 'TIMESIGNATURES', 'TICKCOUNTS', 'COMBOS', 'SPEEDS', 'SCROLLS'],
])

/** The charts of a simfile with the counts that the engine has for them. */
export function engineCharts(text: string, kind: Kind): EngineChart[] {
  const tags = [...readTags(text, names)]
  if (kind === 'sm') {
    const lastOf = (...wanted: string[]) =>
      tags.findLast(({ name }) => wanted.includes(name))?.values[0] ?? ''
    const timing = noTiming()
    negative(timing, lastOf('BPMS'), lastOf('STOPS', 'FREEZES'))
    for (const { name, values } of tags) if (name === 'DELAYS') delays(timing, values[0] ?? '')
    return tags
      .filter(({ name, values }) => name.startsWith('NOTES') && values.length >= 6)
      .map(({ values }) => countChart((values[0] ?? '').trim(), values[5] ?? '', timing))
  }
  const song = noTiming()
  const charts: { stepsType: string; notes: string; own: Timing }[] = []
  let version = f(0.83)
  let open: { stepsType: string; own: Timing } | null = null
  for (const { name, values } of tags) {
    const text = values[0] ?? ''
    if (name === 'VERSION') version = float(text)
    else if (name === 'NOTEDATA') open ??= { stepsType: '', own: noTiming() }
    else if (name.startsWith('NOTES')) {
      if (open) charts.push({ ...open, notes: text })
      open = null
    } else if (!open) processTag(song, name, text, version)
    else if (name === 'STEPSTYPE') open.stepsType = text.trim()
    else if (version >= f(0.7)) processTag(open.own, name, text, version)
  }
  return charts.map(({ stepsType, notes, own }) => {
    const isEmpty = [own.bpm, own.stop, own.delay, own.warp, own.fake].every((list) => list.length === 0)
    return countChart(stepsType, notes, isEmpty && own.other === 0 ? song : own)
  })
}
