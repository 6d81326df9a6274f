import { EventTooLargeError } from '@stepledger/contracts/events/event-type.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { maxEventBytes, type Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { QueryConfig } from 'pg'
import { z } from 'zod'
import { type Batcher, createBatcher } from './batcher.ts'
import type { NewEvent } from './ledger.ts'

export interface ToAppend {
  readonly partition: number
  readonly key: string
  readonly bytes: Uint8Array
}

const firstOffsets = z.array(z.tuple([z.int(), z.int(), z.unknown()]))

interface AppendStatement {
  readonly query: QueryConfig & { rowMode: 'array' }
  /** Maps the result rows to the position of each event. */
  positionsOf(rows: unknown): Position[]
}

/**
 * Builds the statement that appends `events` to `topic`, in the given order within each partition. `channel`: where
 * subscribers are notified of the append at its commit.
 */
export function appendStatement(topic: Topic, channel: string, events: readonly ToAppend[]): AppendStatement {
  const counts = new Map<number, number>()
  const indexes: number[] = []
  const starts: number[] = []
  let end = 0
  for (const { partition, bytes } of events) {
    const index = counts.get(partition) ?? 0
    counts.set(partition, index + 1)
    indexes.push(index)
    starts.push(end + 1)
    end += bytes.length
  }
  const bodies = events.map((e) => e.bytes)
  const values = [
    channel,
    topic,
    Buffer.concat(bodies, end),
    events.map((e) => e.partition),
    indexes,
    events.map((e) => e.key),
    starts,
    bodies.map((body) => body.length),
  ]
  return {
    query: { name: 'ledger-append', text: appendSql, values, rowMode: 'array' },
    positionsOf(rows) {
      const firstOffsetOf = new Map(
        firstOffsets.parse(rows).map(([partition, offset]) => [partition, offset]),
      )
      return events.map(({ partition }, i) => {
        const first = firstOffsetOf.get(partition)
        if (first === undefined) throw new Error(`the ledger has no partition ${partition} of ${topic}`)
        return { partition, offset: first + itemAt(indexes, i) }
      })
    },
  }
}

/** Calls ledger.append of ledger-tables.ts. */
const appendSql = `
  WITH appended AS MATERIALIZED (
    SELECT partition, first
    FROM ledger.append($2::text, $3::bytea, $4::smallint[], $5::int[], $6::text[], $7::int[], $8::int[])
  )
  SELECT partition, first, (SELECT pg_notify($1, $2)) FROM appended`

interface BatchLimits {
  /** Maximum size of a batch, bytes. */
  readonly batchBytes: number
  /** Limit of queued bytes; beyond it appends reject with LedgerBusyError. */
  readonly queueBytes?: number | undefined
}

/** Approximate memory overhead of a queued event, bytes. */
const overheadBytes = 500

/** Batches the appends to one topic; `send` stores a batch. */
export function batchAppends(
  send: (batch: readonly ToAppend[]) => Promise<readonly Position[]>,
  { batchBytes, queueBytes = 64 * 1024 * 1024 }: BatchLimits,
): Batcher<ToAppend, Position> {
  return createBatcher({
    send,
    bytesOf: ({ key, bytes }) => bytes.length + key.length + overheadBytes,
    lingerMs: 2,
    batchBytes,
    queueBytes,
  })
}

/** Throws if the event is too large, or its key is too long or contains NUL. */
export function checkNewEvent({ key, bytes }: NewEvent): void {
  if (bytes.length > maxEventBytes)
    throw new EventTooLargeError(`the event has ${bytes.length} bytes, ${maxEventBytes} are allowed`)
  if (key.length > 200) throw new RangeError(`the key has ${key.length} characters, 200 are allowed`)
  if (key.includes('\0')) throw new RangeError('the key contains NUL')
}
