import { decimalOfFloat32 } from '@stepledger/contracts/play/float32-decimal.ts'
import { hashesOf } from '@stepledger/services/catalogue/simfile/chart-hash.ts'
import { oneOf, type Random, seeded, wholeNumber } from './random.ts'
import { bytesOf, sscText } from './simfile.ts'

/** A generated chart: all its plays have these rows, counts and curves. Times in song seconds. */
export interface GeneratedChart {
  readonly hash: string
  readonly songName: string
  readonly artist: string
  readonly pack: string
  readonly stepartist: string
  readonly meter: number
  readonly bpm: number
  /** Song time of beat 0. */
  readonly startsAt: number
  /** The position of each row, sixteenths from beat 0. */
  readonly sixteenths: readonly number[]
  readonly times: readonly number[]
  /** The arrows of each row, in the game's notation. */
  readonly arrows: readonly number[]
  readonly holds: number
  readonly rolls: number
  readonly mines: number
  /** Length, seconds. */
  readonly length: number
  readonly npsInfo: {
    readonly peakNPS: number
    readonly points: readonly { x: number; y: number; measure: number; nps: number }[]
  }
}

const songTitles = [
  'Nova',
  'Überfall',
  '夜に駆ける',
  'Cross Time',
  'Max. (Forever)',
  'Ты не один',
  'Śnieg',
  'Blue Drop',
  'Gravity Well',
  'Paper Moon',
  'Afterimage',
  '星のかけら',
  'Kaleido',
  'Low Tide',
  'Ember',
]
const artists = ['Kiva', 'Mé', 'ルゼ', 'DJ Tern', 'The Seagulls', 'Vantablack Choir', 'n0te']
const stepartists = ['K. Moss', 'tern', 'R. Abel', 'lu', 'Seagull No. 4']
const packs = ['Blue Shift Beta', 'Night Shift', 'Summer Steps', 'おどる']

/**
 * A deterministic chart by seed. `rows`: 400 to 1,000 by default. `hash`: by default that of its simfile. `song`: what its
 * charts have in common.
 */
export function generatedChart(options: {
  seed: number | readonly number[]
  rows?: number
  hash?: string
  meter?: number
  song?: Pick<GeneratedChart, 'songName' | 'artist' | 'bpm' | 'startsAt'>
}): GeneratedChart {
  const random = seeded(...[options.seed].flat())
  const rows = options.rows ?? wholeNumber(random, 400, 1000)
  const { song } = options
  const bpm = song?.bpm ?? wholeNumber(random, 110, 200)
  const startsAt = song?.startsAt ?? 2 + random() * 8
  const sixteenths = positions(random, rows)
  const times = sixteenths.map((at) => startsAt + (at * 15) / bpm)
  const length = (times[times.length - 1] ?? 0) + 4
  const chart = {
    songName: song?.songName ?? `${oneOf(random, songTitles)} ${wholeNumber(random, 1, 999)}`,
    artist: song?.artist ?? oneOf(random, artists),
    pack: oneOf(random, packs),
    stepartist: oneOf(random, stepartists),
    meter: options.meter ?? wholeNumber(random, 6, 17),
    bpm,
    startsAt,
    sixteenths,
    times,
    arrows: times.map(() => (random() < 0.05 ? wholeNumber(random, 5, 7) : wholeNumber(random, 1, 4))),
    ...longNotes(random, rows),
    length,
    npsInfo: notesPerSecond(times, length, 240 / bpm),
  }
  return { ...chart, hash: options.hash ?? hashOf(chart) }
}

/** The number as the game prints it: a float32 with 14 digits. */
export function gameNumber(value: number): number {
  return decimalOfFloat32(Math.fround(value))
}

/** Streams of sixteenths, with eighths and breaks in between. */
function positions(random: Random, rows: number): number[] {
  let at = 0
  let stride = 2
  return Array.from({ length: rows }, (_, i) => {
    if (i % 16 === 0) stride = oneOf(random, [1, 1, 2, 2, 4])
    at += stride
    return at
  })
}

/** Not more than the notes of `measuresOf` have room for. */
function longNotes(random: Random, rows: number) {
  const holds = wholeNumber(random, 0, Math.ceil(rows / 8))
  const rolls = Math.min(rows - holds, wholeNumber(random, 0, 8))
  const mines = Math.min(rows * 3, random() < 0.5 ? 0 : wholeNumber(random, 1, 40))
  return { holds, rolls, mines }
}

function notesPerSecond(
  times: readonly number[],
  length: number,
  measure: number,
): GeneratedChart['npsInfo'] {
  const counts = new Array<number>(Math.ceil(length / measure)).fill(0)
  for (const time of times) {
    const index = Math.floor(time / measure)
    counts[index] = (counts[index] ?? 0) + 1
  }
  const peak = Math.max(...counts) / measure
  const points = counts.flatMap((count, i) => {
    const nps = count / measure
    const point = {
      x: gameNumber((i * measure) / length),
      y: gameNumber(nps / peak),
      measure: i,
      nps: gameNumber(nps),
    }
    return count === 0 ? [] : [point]
  })
  return { peakNPS: gameNumber(peak), points }
}

type Notes = Pick<GeneratedChart, 'bpm' | 'sixteenths' | 'arrows' | 'holds' | 'rolls' | 'mines'>

/** The hash that the game computes, which depends on the notes and the tempo only. */
function hashOf(notes: Notes): string {
  const difficulty = 'Hard'
  const text = sscText({ bpms: bpmsOf(notes), charts: [{ difficulty, measures: measuresOf(notes) }] })
  const { hash } = hashesOf(bytesOf(text), 'ssc')({ stepsType: 'dance-single', difficulty, description: '' })
  if (hash === null) throw new Error('a generated chart has no hash')
  return hash
}

/** The text of an .ssc with these charts of one song. The hardest is its Challenge chart, the next its Hard chart. */
export function simfileOf(...charts: readonly [GeneratedChart, ...GeneratedChart[]]): string {
  const [song] = charts
  const slots = ['Beginner', 'Easy', 'Medium', 'Hard', 'Challenge'].slice(-charts.length)
  return sscText({
    bpms: bpmsOf(song),
    tags: { TITLE: song.songName, ARTIST: song.artist, OFFSET: (-song.startsAt).toFixed(3) },
    charts: charts
      .toSorted((one, other) => one.meter - other.meter)
      .map((chart, i) => ({
        difficulty: slots[i] ?? 'Edit',
        meter: String(chart.meter),
        measures: measuresOf(chart),
        tags: { CREDIT: chart.stepartist },
      })),
  })
}

function bpmsOf({ bpm }: Notes): string {
  return `0.000=${bpm}.000`
}

const rowsPerMeasure = 32
const panelsByArrow = [[0], [1], [2], [3], [0, 3], [1, 2], [0, 1]]

/**
 * The text of each measure. A hold or roll lasts until a 32nd before the next row, and mines follow a row after a 32nd, so
 * that neither meets another note.
 */
function measuresOf({ sixteenths, arrows, holds, rolls, mines }: Notes): string[] {
  const rows = sixteenths.length
  const end = (sixteenths[rows - 1] ?? 0) * 2 + 4
  const cells = Array.from({ length: Math.ceil(end / rowsPerMeasure) * rowsPerMeasure }, () => [
    '0',
    '0',
    '0',
    '0',
  ])
  const at = (row: number) => (sixteenths[row] ?? (sixteenths[rows - 1] ?? 0) + 2) * 2
  const panelsOf = (row: number) => panelsByArrow[(arrows[row] ?? 1) - 1] ?? [0]
  const place = (position: number, panel: number, cell: string) => {
    const row = cells[position]
    if (row) row[panel] = cell
  }
  for (let row = 0; row < rows; row++) for (const panel of panelsOf(row)) place(at(row), panel, '1')
  for (let n = 0; n < holds + rolls; n++) {
    const row = Math.floor((n * rows) / (holds + rolls))
    const [panel = 0] = panelsOf(row)
    place(at(row), panel, n < holds ? '2' : '4')
    place(at(row + 1) - 1, panel, '3')
  }
  for (let n = 0; n < mines; n++) {
    const row = Math.floor((n * rows) / mines)
    const [first = 0] = panelsOf(row)
    const free = [1, 2, 3]
      .map((step) => (first + step) % 4)
      .find((panel) => cells[at(row) + 1]?.[panel] === '0')
    if (free !== undefined) place(at(row) + 1, free, 'M')
  }
  return Array.from({ length: cells.length / rowsPerMeasure }, (_, n) =>
    cells
      .slice(n * rowsPerMeasure, (n + 1) * rowsPerMeasure)
      .map((row) => row.join(''))
      .join('\n'),
  )
}
