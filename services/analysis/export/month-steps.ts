import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { maxRows } from '@stepledger/contracts/play/columns.ts'
import { offsetsAsPacked, unpackTimes } from '@stepledger/contracts/play/unpack-rows.ts'
import { z } from 'zod'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { Duck } from './duck.ts'
import { summarizeSteps } from './summarize-steps.ts'

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
