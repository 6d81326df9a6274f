import { hostIsLittleEndian } from '@stepledger/contracts/play/byte-order.ts'
import type { Column } from '@stepledger/contracts/play/columns.ts'
import { type SeededChart, timeStep } from './chart.ts'
import { type Chance, normalOf } from './random.ts'

/** How steps are timed. Seconds, shares. */
export interface Form {
  readonly bias: number
  readonly deviation: number
  readonly missed: number
}

/** The judged rows of a play. `pairs`: time and offset of each in turn, NaN for a miss. */
export interface Steps {
  readonly rows: number
  readonly times: Column
  readonly offsets: Column
  readonly pairs: Float64Array
  /** The worst that the chart's time was missed by, of those steps that were hit, seconds. */
  readonly misses: number
}

/** Offsets are whole multiples of this, seconds: the game prints such a number, and a float32 holds it, exactly. */
const offsetStep = 2 ** -14
/** Beyond it a step is missed, in steps of offsets; and after how long the game says so, seconds. */
const farthest = Math.floor(0.1815 / offsetStep)
const judgedAfter = 0.1815

/** A hundredth of the steps slip. */
const slips = 0.01 * 2 ** 17

/** Steps on the first `rows` rows of a chart. */
export function stepsOn(chart: SeededChart, rows: number, form: Form, { bits }: Chance): Steps {
  const pairs = new Float64Array(rows * 2)
  const times = new Float32Array(rows)
  const offsets = new Float32Array(rows)
  const missedBelow = form.missed * 2 ** 17
  let misses = 0
  for (let i = 0; i < rows; i++) {
    const random = bits()
    const dice = random >>> 15
    const deviation = dice > 2 ** 17 - slips ? form.deviation * 4 : form.deviation
    const steps = rounded((form.bias + deviation * normalOf(random)) / offsetStep)
    const missed = dice < missedBelow || steps > farthest || steps < -farthest
    const offset = missed ? Number.NaN : steps * offsetStep
    const after = missed ? judgedAfter : offset
    const time = rounded(((chart.times[i] ?? 0) + after) / timeStep) * timeStep
    if (missed) misses++
    times[i] = time
    offsets[i] = offset
    pairs[2 * i] = time
    pairs[2 * i + 1] = offset
  }
  return { rows, times: floats(times), offsets: floats(offsets), pairs, misses }
}

/** To the nearest whole number, from -1,000,000 to 2,000,000,000; much faster than Math.round. */
function rounded(value: number): number {
  return ((value + 1_000_000.5) | 0) - 1_000_000
}

/** The column that packing would choose, since no value repeats in most rows and each is given back by its float32. */
function floats(values: Float32Array): Column {
  const host = Buffer.from(values.buffer)
  return { kind: 'f32', bytes: hostIsLittleEndian ? host : host.swap32() }
}
