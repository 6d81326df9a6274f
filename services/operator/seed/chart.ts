import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { PackedPoints, PackedRows } from '@stepledger/contracts/play/columns.ts'
import { packColumn, packNumbers } from '@stepledger/contracts/play/pack-column.ts'
import { packPoints } from '@stepledger/contracts/play/pack-points.ts'
import { type Random, seededRandom } from './random.ts'

export type SeededChart = ReturnType<typeof seededChart>

/** Song times are multiples of this, seconds. Below 1,000 s float32 and the game's 14 digits represent them exactly. */
export const timeStep = 2 ** -11

const artists = ['Kiva', 'Mé', 'ルゼ', 'DJ Tern', 'The Seagulls', 'Vantablack Choir', 'n0te'] as const
const packs = [
  'Winter Steps',
  'Technical Tour 3',
  'ふぁん',
  'Stamina Yard',
  'First Feet',
  'Crossing Lines',
] as const
const stepartists = ['K. Moss', 'tern', 'R. Abel', 'lu', 'Seagull No. 4'] as const

/** Generates the nth chart of a seed, from 0, with 400 to 1,000 rows and the data that its plays contain. */
export function seededChart(seed: number, n: number) {
  const random = seededRandom(seed, 2, n)
  const rows = 400 + random.below(601)
  const times = rowTimes(random, rows)
  const length = itemAt(times, rows - 1) + 4
  const lifebarAt = Float64Array.from({ length: 100 }, (_, i) =>
    onGrid(itemAt(times, 0) + ((length - itemAt(times, 0)) * i) / 99),
  )
  const more = moreElements(random, rows)
  const { points, peak } = notesPerSecond(times, length)
  return {
    hash: hex32(random) + hex32(random),
    songName: `${random.pick(songTitles)} ${n + 1}`,
    artist: random.pick(artists),
    pack: random.pick(packs),
    stepartist: random.pick(stepartists),
    length: `${Math.floor(length / 60)}:${String(Math.floor(length % 60)).padStart(2, '0')}`,
    meter: 6 + Math.floor(12 * random.share() ** 1.4),
    /** Song seconds of each row, multiples of `timeStep`. */
    times,
    holds: random.below(Math.ceil(rows / 8)),
    rolls: random.below(9),
    mines: random.share() < 0.5 ? 0 : 1 + random.below(40),
    /** Returns the columns of further elements for the first `rows` rows. */
    more,
    /** Song seconds of the hundred points of a lifebar. */
    lifebarAt,
    lifebarX: packNumbers(lifebarAt),
    nps: points,
    peakNps: peak,
  }
}

function onGrid(seconds: number): number {
  return Math.round(seconds / timeStep) * timeStep
}

function hex32({ bits }: Random): string {
  return bits().toString(16).padStart(8, '0')
}

/** Generates streams of 16th notes with 8th and 4th notes in between. */
function rowTimes(random: Random, rows: number): Float64Array {
  const sixteenth = 15 / (110 + random.below(91))
  let time = 2 + random.share() * 8
  let stride = 2
  return Float64Array.from({ length: rows }, (_, i) => {
    if (i % 16 === 0) stride = random.pick([1, 1, 2, 2, 4])
    time += sixteenth * stride
    return onGrid(time)
  })
}

/** Further elements of rows: arrow, in a stream, foot, early hit, its offset, missed because held. Cached by row count. */
function moreElements(random: Random, rows: number): (rows: number) => PackedRows['more'] {
  const arrows = Array.from({ length: rows }, () => (random.share() < 0.05 ? 5 : 1) + random.below(4))
  const columnsOf = (count: number) => {
    const each = (value: (row: number) => unknown) =>
      packColumn(Array.from({ length: count }, (_, i) => value(i)))
    return [
      each((i) => arrows[i]),
      each((i) => i % 64 < 40),
      each((i) => i % 2 === 0),
      each(() => false),
      each(() => 0),
      each(() => false),
    ]
  }
  const made = new Map<number, PackedRows['more']>()
  return (count) => {
    const columns = made.get(count) ?? columnsOf(count)
    made.set(count, columns)
    return columns
  }
}

function notesPerSecond(times: Float64Array, length: number): { points: PackedPoints; peak: number } {
  const measure = 2
  const counts = new Float64Array(Math.ceil(length / measure))
  for (const time of times) counts[Math.floor(time / measure)] = (counts[Math.floor(time / measure)] ?? 0) + 1
  const peak = Math.max(...counts) / measure
  const points = packPoints(
    Array.from(counts, (count, i) => ({
      x: onGrid((i * measure) / length),
      y: onGrid(count / measure / peak),
      measure: i,
      nps: count / measure,
    })),
  )
  if (!points) throw new Error('a curve of numbers can be packed')
  return { points, peak }
}

export const songTitles = [
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
] as const
