import { offsetBins, segmentSeconds } from '@stepledger/contracts/analysis/steps.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { maxRows } from '@stepledger/contracts/play/columns.ts'
import { offsetsAsPacked, unpackTimes } from '@stepledger/contracts/play/unpack-rows.ts'
import { z } from 'zod'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { Duck } from './duck.ts'

const wantedPlays = z.tuple([z.array(z.bigint()), z.array(z.bigint())])

interface StepsOptions {
  readonly ledger: Pick<Ledger, 'read' | 'partitions'>
  /** Called with the number of plays read since the last call. */
  onRead(plays: number): void
  readonly signal: AbortSignal
}

/** Fills `step_bins` and `step_segments` with summaries of the ranked plays of `month_plays`, from the ledger. */
export async function readMonthSteps(duck: Duck, { ledger, onRead, signal }: StepsOptions): Promise<void> {
  await duck.run(`
    create or replace table step_bins (play BIGINT, bin SMALLINT, share DOUBLE);
    create or replace table step_segments (play BIGINT, segment SMALLINT, steps INTEGER, late DOUBLE, wide DOUBLE)`)
  const wanted = await readWanted(duck, ledger.partitions.events)
  const bins = await duck.append('step_bins')
  const segments = await duck.append('step_segments')
  const next = wanted.map(() => 0)
  const buffer = new Float32Array(maxRows)
  const from = wanted.map(({ offsets }) => offsets[0] ?? 0)
  const to = wanted.map(({ offsets }) => (offsets.at(-1) ?? -1) + 1)
  for await (const batch of ledger.read('events', from, { to })) {
    signal.throwIfAborted()
    let read = 0
    for (const { partition, offset, bytes } of batch) {
      const { offsets, plays } = itemAt(wanted, partition)
      const at = itemAt(next, partition)
      if (offsets[at] !== offset) continue
      next[partition] = at + 1
      const event = decodeEvent(bytes)
      if (event?.type !== 'PlaySubmitted')
        throw new Error(`there is no play at ${partition}:${offset} of the ledger`)
      const play = BigInt(itemAt(plays, at))
      const summary = summarizeSteps(
        [...unpackTimes(event.data.rows)],
        [...offsetsAsPacked(event.data.rows, buffer)],
      )
      for (const { bin, share } of summary.bins) {
        bins.appendBigInt(play)
        bins.appendSmallInt(bin)
        bins.appendDouble(share)
        bins.endRow()
      }
      for (const { segment, steps, late, wide } of summary.segments) {
        segments.appendBigInt(play)
        segments.appendSmallInt(segment)
        segments.appendInteger(steps)
        segments.appendDouble(late)
        segments.appendDouble(wide)
        segments.endRow()
      }
      read += 1
    }
    onRead(read)
  }
  bins.closeSync()
  segments.closeSync()
  const left = wanted.findIndex(({ offsets }, partition) => itemAt(next, partition) < offsets.length)
  if (left >= 0)
    throw new Error(`partition ${left} of the ledger ends before the plays that were folded from it`)
}

/** The plays to read from a partition, by ascending offset. */
interface Wanted {
  readonly offsets: Float64Array
  readonly plays: Float64Array
}

async function readWanted(duck: Duck, partitions: number): Promise<Wanted[]> {
  const wanted: Wanted[] = []
  for (let partition = 0; partition < partitions; partition++) {
    const offsets: Float64Array[] = []
    const plays: Float64Array[] = []
    const sql = `select position, id from month_plays where ranked and partition = ${partition} order by position`
    for await (const columns of duck.columns(sql)) {
      const [position, id] = wantedPlays.parse(columns)
      offsets.push(Float64Array.from(position, Number))
      plays.push(Float64Array.from(id, Number))
    }
    wanted.push({ offsets: Float64Array.from(joined(offsets)), plays: Float64Array.from(joined(plays)) })
  }
  return wanted
}

function* joined(parts: readonly Float64Array[]): Iterable<number> {
  for (const part of parts) yield* part
}

/** Maximum segments of a song; later ones and invalid times are ignored. */
const maxSegments = 1_440

interface StepSummary {
  /** Share of each bin in the play's steps within all bins, 0 to 1; without empty bins. */
  readonly bins: readonly { readonly bin: number; readonly share: number }[]
  /**
   * Segments with at least one hit: number of rows, and differences of mean (`late`) and standard deviation (`wide`) of
   * the offsets from the whole play, ms.
   */
  readonly segments: readonly {
    readonly segment: number
    readonly steps: number
    readonly late: number
    readonly wide: number
  }[]
}

/** Summarizes the rows of a play. `times`, `offsets`: seconds; an offset is NaN for a miss. */
export function summarizeSteps(times: readonly number[], offsets: readonly number[]): StepSummary {
  const whole = sums()
  const bins = new Map<number, number>()
  let binned = 0
  const segments = new Map<number, Sums>()
  for (const [i, seconds] of offsets.entries()) {
    const segment = Math.floor((times[i] ?? Number.NaN) / segmentSeconds)
    const part = segment >= 0 && segment < maxSegments ? (segments.get(segment) ?? sums()) : sums()
    if (segment >= 0 && segment < maxSegments) segments.set(segment, part)
    part.rows += 1
    const ms = seconds * 1000
    if (Number.isNaN(ms)) continue
    for (const sum of [whole, part]) add(sum, ms)
    const bin = offsetBins.width * Math.floor(ms / offsetBins.width)
    if (bin < offsetBins.from || bin >= offsetBins.to) continue
    bins.set(bin, (bins.get(bin) ?? 0) + 1)
    binned += 1
  }
  return {
    bins: [...bins].map(([bin, count]) => ({ bin, share: count / binned })),
    segments: [...segments].flatMap(([segment, part]) =>
      part.hits === 0
        ? []
        : {
            segment,
            steps: part.rows,
            late: meanOf(part) - meanOf(whole),
            wide: deviationOf(part) - deviationOf(whole),
          },
    ),
  }
}

interface Sums {
  rows: number
  hits: number
  sum: number
  squares: number
}

const sums = (): Sums => ({ rows: 0, hits: 0, sum: 0, squares: 0 })

function add(to: Sums, ms: number): void {
  to.hits += 1
  to.sum += ms
  to.squares += ms * ms
}

const meanOf = ({ hits, sum }: Sums) => sum / hits
const deviationOf = (of: Sums) => Math.sqrt(Math.max(0, of.squares / of.hits - meanOf(of) ** 2))
