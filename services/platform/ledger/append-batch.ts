import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { QueryConfig } from 'pg'
import { z } from 'zod'

export interface ToAppend {
  readonly partition: number
  readonly key: string
  readonly bytes: Uint8Array
}

/**
 * One statement that stores a batch: locks the heads of its partitions in order, so that two batches never wait for each other, moves
 * them, stores the events at the offsets passed over, and rings `channel` at the commit. All bodies travel in one parameter and are cut
 * there, twice as fast as an array of them.
 */
const sql = `
  WITH locked AS (
    SELECT partition, next FROM ledger.heads
    WHERE topic = $1 AND partition = ANY ($3::smallint[])
    ORDER BY partition FOR UPDATE
  ), moved AS (
    UPDATE ledger.heads h SET next = locked.next + batch.count
    FROM locked JOIN unnest($3::smallint[], $4::int[]) AS batch(partition, count) USING (partition)
    WHERE h.topic = $1 AND h.partition = locked.partition
  ), stored AS (
    INSERT INTO ledger.events (topic, partition, "offset", key, body)
    SELECT $1, e.partition, locked.next + e.place, e.key, substring($5::bytea FROM e.start FOR e.length)
    FROM unnest($6::smallint[], $7::int[], $8::text[], $9::int[], $10::int[]) AS e(partition, place, key, start, length)
    JOIN locked USING (partition)
  )
  SELECT partition, next::bigint, (SELECT pg_notify($2, $1)) FROM locked`

const heads = z.array(z.tuple([z.int(), z.int(), z.unknown()]))

export interface AppendStatement {
  readonly query: QueryConfig & { rowMode: 'array' }
  /** The position of each event of the batch, from the rows that the query answered. */
  positionsOf(rows: unknown): Position[]
}

/** The statement that appends `events` to `topic`, those of one partition in the order given. */
export function appendStatement(topic: Topic, channel: string, events: readonly ToAppend[]): AppendStatement {
  const counts = new Map<number, number>()
  const places: number[] = []
  const starts: number[] = []
  let end = 0
  for (const { partition, bytes } of events) {
    const place = counts.get(partition) ?? 0
    counts.set(partition, place + 1)
    places.push(place)
    starts.push(end + 1)
    end += bytes.length
  }
  const values = [
    topic,
    channel,
    [...counts.keys()],
    [...counts.values()],
    Buffer.concat(
      events.map((e) => e.bytes),
      end,
    ),
    events.map((e) => e.partition),
    places,
    events.map((e) => e.key),
    starts,
    events.map((e) => e.bytes.length),
  ]
  return {
    query: { name: 'ledger-append', text: sql, values, rowMode: 'array' },
    positionsOf(rows) {
      const first = new Map(heads.parse(rows).map(([partition, next]) => [partition, next]))
      return events.map(({ partition }, i) => {
        const from = first.get(partition)
        if (from === undefined) throw new Error(`the ledger has no partition ${partition} of ${topic}`)
        return { partition, offset: from + (places[i] ?? 0) }
      })
    },
  }
}
