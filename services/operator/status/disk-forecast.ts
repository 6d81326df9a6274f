import { sum } from '@stepledger/contracts/sum.ts'
import type { SchemaSize } from '../../platform/database/schema-sizes.ts'
import { eventTime } from '../../platform/ledger/event-time.ts'
import type { StatusLedger } from './status-ledger.ts'
import type { DiskState } from './status-store.ts'

const dayMs = 24 * 3_600_000
/** The growth is that of the last four weeks. */
const observedMs = 28 * dayMs
/** A later day is not worth a date: ten years. */
const horizonMs = 3_650 * dayMs

/** Growth of the database, and the day on which plays are refused. Null: not within ten years. */
export interface DiskForecast {
  readonly bytesPerDay: number
  readonly fullOn: string | null
}

interface Growth {
  /** Events in the ledger, and how many of them are younger than `observedMs`, or than the ledger if it is younger. */
  readonly events: number
  readonly recent: number
  /** The time in which the recent ones were appended, ms. */
  readonly withinMs: number
  /** Bytes of everything that grows with the ledger. */
  readonly bytes: number
}

/**
 * Extrapolates: each event needs as much space as those before. Null for a ledger younger than a day. `now`: ms since
 * 1970.
 */
export function forecastDisk(
  { free, needed }: Pick<DiskState, 'free' | 'needed'>,
  { events, recent, withinMs, bytes }: Growth,
  now: number,
): DiskForecast | null {
  if (withinMs < dayMs) return null
  if (recent === 0) return { bytesPerDay: 0, fullOn: null }
  const bytesPerDay = ((bytes / events) * recent * dayMs) / withinMs
  const leftMs = (Math.max(0, free - needed) / bytesPerDay) * dayMs
  return {
    bytesPerDay: Math.round(bytesPerDay),
    fullOn: leftMs > horizonMs ? null : new Date(now + leftMs).toISOString().slice(0, 10),
  }
}

/** Schemas that grow with the ledger: a generation that is kept or built does not stay. */
function growingBytes(sizes: readonly SchemaSize[], live: number): number {
  const growing = ['ledger', 'ingest', `g${live}`]
  return sum(sizes.filter(({ schema }) => growing.includes(schema)).map(({ bytes }) => bytes))
}

/**
 * Finds the events of the last four weeks by binary search in each partition, since events are appended about in the
 * order of their times: some 20 reads each.
 */
export async function readGrowth(
  ledger: Pick<StatusLedger, 'at'>,
  ends: readonly number[],
  {
    sizes,
    live,
    now,
  }: { readonly sizes: readonly SchemaSize[]; readonly live: number; readonly now: number },
): Promise<Growth> {
  const timeAt = async (partition: number, offset: number) => {
    const event = await ledger.at({ partition, offset })
    return event && eventTime(event.bytes)
  }
  const firsts = await Promise.all(ends.map((end, partition) => (end === 0 ? now : timeAt(partition, 0))))
  const since = Math.max(now - observedMs, Math.min(now, ...firsts.map((at) => at ?? now)))
  const recents = await Promise.all(
    ends.map(async (end, partition) => {
      let [low, high] = [0, end]
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        const at = await timeAt(partition, middle)
        if (at !== null && at < since) low = middle + 1
        else high = middle
      }
      return end - low
    }),
  )
  return { events: sum(ends), recent: sum(recents), withinMs: now - since, bytes: growingBytes(sizes, live) }
}
