import type { Column } from '@stepledger/contracts/play/columns.ts'
import { hostIsLittleEndian } from '@stepledger/contracts/play/pack-column.ts'
import { type SeededChart, timeStep } from './chart.ts'
import { normalOf, type Random } from './random.ts'

/** Distribution of offsets: mean and standard deviation in seconds, share of misses. */
export interface Form {
  readonly bias: number
  readonly deviation: number
  readonly missed: number
}

/** The judged rows of a play. `pairs`: alternating times and offsets, NaN for a miss. */
export interface Steps {
  readonly rows: number
  readonly times: Column
  readonly offsets: Column
  readonly pairs: Float64Array
  readonly misses: number
}

/** Offsets are multiples of this, seconds, which float32 and the game's decimal format represent exactly. */
const offsetStep = 2 ** -14
/** The widest window in multiples of `offsetStep`, and the delay after which a miss is judged, seconds. */
const farthest = Math.floor(0.1815 / offsetStep)
const judgedAfter = 0.1815

/** One percent of the steps have a four times larger deviation. */
const slips = 0.01 * 2 ** 17

/** Generates steps for the first `rows` rows of a chart. */
export function stepsOn(chart: SeededChart, rows: number, form: Form, { bits }: Random): Steps {
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

/** Rounds to an integer between -1,000,000 and 2,000,000,000; much faster than Math.round. */
function rounded(value: number): number {
  return ((value + 1_000_000.5) | 0) - 1_000_000
}

/** Returns the column that `packColumn` would choose: no value has a majority, and float32 is exact. */
function floats(values: Float32Array): Column {
  const host = Buffer.from(values.buffer)
  return { kind: 'f32', bytes: hostIsLittleEndian ? host : host.swap32() }
}
