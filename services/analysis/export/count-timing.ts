import { setTimeout as sleep } from 'node:timers/promises'
import { offsetClass } from '@stepledger/contracts/analysis/tables.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { unpackOffsets } from '@stepledger/contracts/play/unpack-rows.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

/** The plays to count: by partition, ascending offsets and the number of the chart of each. */
export interface CountedPlays {
  readonly charts: readonly string[]
  readonly partitions: readonly { readonly offsets: number[]; readonly charts: number[] }[]
}

interface CountOptions {
  readonly ledger: Pick<Ledger, 'read'>
  /** Called with the number of plays read so far. */
  onProgress(done: number): void
  readonly signal: AbortSignal
}

const { width, last } = offsetClass
const classes = (2 * last) / width

/**
 * Reads the plays from the ledger, half of the time, so that pages beside it are not held up by Postgres, whose processes
 * have no lower priority. Yields the non-zero counts of each chart; `ms`: null for missed rows. */
export async function* countTiming(
  { charts, partitions }: CountedPlays,
  { ledger, onProgress, signal }: CountOptions,
): AsyncGenerator<{ readonly chart: string; readonly ms: number | null; readonly rows: number }> {
  // By offset class, then the missed rows.
  const counts = charts.map(() => new Uint32Array(classes + 1))
  const next = partitions.map(() => 0)
  const from = partitions.map(({ offsets }) => offsets[0] ?? 0)
  const to = partitions.map(({ offsets }) => (offsets.at(-1) ?? -1) + 1)
  let done = 0
  let since = performance.now()
  for await (const batch of ledger.read('events', from, { to })) {
    signal.throwIfAborted()
    for (const { partition, offset, bytes } of batch) {
      const plays = itemAt(partitions, partition)
      const at = itemAt(next, partition)
      if (plays.offsets[at] !== offset) continue
      next[partition] = at + 1
      const event = decodeEvent(bytes)
      if (event?.type !== 'PlaySubmitted')
        throw new Error(`there is no play at ${partition}:${offset} of the ledger`)
      const ofChart = itemAt(counts, itemAt(plays.charts, at))
      for (const seconds of unpackOffsets(event.data.rows)) {
        const of = classOf(seconds)
        ofChart[of] = itemAt(ofChart, of) + 1
      }
      done += 1
    }
    onProgress(done)
    await sleep(performance.now() - since, undefined, { signal })
    since = performance.now()
  }
  if (next.some((at, partition) => at < itemAt(partitions, partition).offsets.length))
    throw new Error('the ledger ends before the plays that were folded from it')
  for (const [i, chart] of charts.entries())
    for (const [at, rows] of itemAt(counts, i).entries())
      if (rows > 0) yield { chart, ms: at === classes ? null : at * width - last, rows }
}

function classOf(seconds: number): number {
  if (Number.isNaN(seconds)) return classes
  // Rounded to whole microseconds first, since 0.29 * 1000 is less than 290.
  const nth = Math.floor(Math.round(seconds * 1e6) / (1000 * width)) + last / width
  return Math.max(0, Math.min(classes - 1, nth))
}
