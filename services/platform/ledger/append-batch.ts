import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { QueryConfig } from 'pg'
import { z } from 'zod'

export interface ToAppend {
  readonly partition: number
  readonly key: string
  readonly bytes: Uint8Array
}

/** Stores a batch, and rings the channel at the commit. The function stands in ledger-tables.ts. */
const sql = `
  SELECT partition, first, (SELECT pg_notify($1, $2))
  FROM ledger.append($2, $3::bytea, $4::smallint[], $5::int[], $6::text[], $7::int[], $8::int[])`

const firsts = z.array(z.tuple([z.int(), z.int(), z.unknown()]))

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
  const bodies = events.map((e) => e.bytes)
  const values = [
    channel,
    topic,
    Buffer.concat(bodies, end),
    events.map((e) => e.partition),
    places,
    events.map((e) => e.key),
    starts,
    bodies.map((body) => body.length),
  ]
  return {
    query: { name: 'ledger-append', text: sql, values, rowMode: 'array' },
    positionsOf(rows) {
      const firstOf = new Map(firsts.parse(rows).map(([partition, offset]) => [partition, offset]))
      return events.map(({ partition }, i) => {
        const first = firstOf.get(partition)
        if (first === undefined) throw new Error(`the ledger has no partition ${partition} of ${topic}`)
        return { partition, offset: first + (places[i] ?? 0) }
      })
    },
  }
}
