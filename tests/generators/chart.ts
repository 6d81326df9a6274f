import { decimalOfFloat32 } from '@stepledger/contracts/play/float32-decimal.ts'
import { songTitles } from '@stepledger/services/operator/seed/chart.ts'
import { oneOf, type Random, seeded, wholeNumber } from './random.ts'

/** A generated chart: all its plays have these rows, counts and curves. Times in song seconds. */
export interface GeneratedChart {
  readonly hash: string
  readonly songName: string
  readonly artist: string
  readonly pack: string
  readonly stepartist: string
  readonly meter: number
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

const artists = ['Kiva', 'Mé', 'ルゼ', 'DJ Tern', 'The Seagulls']
const packs = ['Winter Steps', 'Blue Shift Beta', 'Technical Tour 3', 'ふぁん']

/** A deterministic chart by seed. `rows`: 400 to 1,000 by default. */
export function generatedChart(options: {
  seed: number
  rows?: number
  hash?: string
  meter?: number
}): GeneratedChart {
  const random = seeded(options.seed)
  const hash = options.hash ?? hexDigits(random, 16)
  const rows = options.rows ?? wholeNumber(random, 400, 1000)
  const bpm = wholeNumber(random, 110, 200)
  const times = rowTimes(random, rows, 15 / bpm)
  const length = (times[times.length - 1] ?? 0) + 4
  return {
    hash,
    songName: `${oneOf(random, songTitles)} ${wholeNumber(random, 1, 999)}`,
    artist: oneOf(random, artists),
    pack: oneOf(random, packs),
    stepartist: oneOf(random, artists),
    meter: options.meter ?? wholeNumber(random, 6, 17),
    times,
    arrows: times.map(() => (random() < 0.05 ? wholeNumber(random, 5, 7) : wholeNumber(random, 1, 4))),
    holds: wholeNumber(random, 0, Math.ceil(rows / 8)),
    rolls: wholeNumber(random, 0, 8),
    mines: random() < 0.5 ? 0 : wholeNumber(random, 1, 40),
    length,
    npsInfo: notesPerSecond(times, length, 240 / bpm),
  }
}

/** The number as the game prints it: a float32 with 14 digits. */
export function gameNumber(value: number): number {
  return decimalOfFloat32(Math.fround(value))
}

function hexDigits(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => wholeNumber(random, 0, 15).toString(16)).join('')
}

/** Streams of sixteenths, with eighths and breaks in between. `step`: seconds of a sixteenth. */
function rowTimes(random: Random, rows: number, step: number): number[] {
  let time = 2 + random() * 8
  let stride = 2
  return Array.from({ length: rows }, (_, i) => {
    if (i % 16 === 0) stride = oneOf(random, [1, 1, 2, 2, 4])
    time += step * stride
    return time
  })
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
