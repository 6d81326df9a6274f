import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { MalformedEventError } from '@stepledger/contracts/events/errors.ts'
import type { LedgerEvent } from '@stepledger/contracts/events/event-type.ts'
import { readerOf } from '@stepledger/contracts/events/registry.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { z } from 'zod'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { partitionOf } from '../../platform/ledger/partition-of.ts'
import { UsageError } from '../exit-codes.ts'

interface EventFilters {
  readonly topic: Topic
  readonly key?: string | undefined
  readonly type?: string | undefined
  /** This partition only, from this offset on. */
  readonly from?: Position | undefined
  readonly limit?: number | undefined
  /** From this time on, and before this time, ms since 1970. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Only plays that were sent in this version of the format, such as 1.4. */
  readonly clientVersion?: string | undefined
}

/**
 * A record: an event as written, of a known or unknown type, or malformed bytes.
 */
export type Listed = Position &
  (
    | { readonly event: LedgerEvent; readonly known: boolean }
    | { readonly malformed: string; readonly bytes: number }
  )

const pageEvents = 500

/**
 * Reads the events that match the filters in pages, each partition in order, up to the end of the ledger at the time of
 * the call. Throws UsageError.
 */
export async function* listEvents(ledger: Ledger, filters: EventFilters): AsyncGenerator<readonly Listed[]> {
  const { topic, from, limit = Number.POSITIVE_INFINITY } = filters
  const isFiltered = [filters.key, filters.type, filters.since, filters.until, filters.clientVersion].some(
    (filter) => filter !== undefined,
  )
  const partitions = ledger.partitions[topic]
  const only = onlyPartition(filters, partitions)
  const start = new Array<number>(partitions).fill(0)
  if (from) start[from.partition] = from.offset
  const to = start.map((_, partition) => (only === null || only === partition ? Number.MAX_SAFE_INTEGER : 0))
  const maxBatch = isFiltered ? pageEvents : Math.min(limit, pageEvents)
  let left = limit
  for await (const records of ledger.read(topic, start, { to, maxBatch })) {
    const listed = records
      .map(listedOf)
      .filter((one) => ('event' in one ? matches(one.event, filters) : !isFiltered))
      .slice(0, left)
    left -= listed.length
    if (listed.length > 0) yield listed
    if (left <= 0) return
  }
}

function matches({ key, type, at, data }: LedgerEvent, filters: EventFilters): boolean {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, clientVersion } = filters
  return (
    (filters.key === undefined || key === filters.key) &&
    (filters.type === undefined || type === filters.type) &&
    at >= since &&
    at < until &&
    (clientVersion === undefined || sentIn.safeParse(data).data?.bodyVersion === clientVersion)
  )
}

/** The data of a play, of any version of the event. */
const sentIn = z.object({ bodyVersion: z.string() })

function onlyPartition({ topic, key, from }: EventFilters, partitions: number): number | null {
  if (from && from.partition >= partitions)
    throw new UsageError(`--from: the topic ${topic} has partitions 0 to ${partitions - 1}`)
  if (key === undefined) return from?.partition ?? null
  const partition = partitionOf(partitions, key)
  if (from && from.partition !== partition)
    throw new UsageError(
      `--from: events with key ${key} are in partition ${partition}, not in ${from.partition}`,
    )
  return partition
}

function listedOf({ partition, offset, bytes }: RecordedEvent): Listed {
  try {
    const event = decodeEnvelope(bytes)
    return { partition, offset, event, known: readerOf(event.type) !== undefined }
  } catch (error) {
    if (!(error instanceof MalformedEventError)) throw error
    return { partition, offset, malformed: error.message, bytes: bytes.length }
  }
}
