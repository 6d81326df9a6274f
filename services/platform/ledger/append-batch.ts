import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { QueryConfig } from 'pg'
import { z } from 'zod'
import type { SqlToWrite } from './sql-to-write.ts'

export interface ToAppend {
  readonly partition: number
  readonly key: string
  readonly bytes: Uint8Array
}

const firsts = z.array(z.tuple([z.int(), z.int(), z.unknown()]))

export interface AppendStatement {
  readonly query: QueryConfig & { rowMode: 'array' }
  /** The position of each event of the batch, from the rows that the query answered; none when nothing was stored. */
  positionsOf(rows: unknown): Position[]
}

/**
 * The statement that appends `events` to `topic`, those of one partition in the order given, with what is to be written
 * beside them, and rings the channel at the commit.
 */
export function appendStatement(
  topic: Topic,
  channel: string,
  events: readonly ToAppend[],
  beside: SqlToWrite | null = null,
): AppendStatement {
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
  const besideValues = beside?.values ?? []
  const values = [
    ...besideValues,
    channel,
    topic,
    Buffer.concat(bodies, end),
    events.map((e) => e.partition),
    places,
    events.map((e) => e.key),
    starts,
    bodies.map((body) => body.length),
  ]
  const name = beside ? `ledger-append-${beside.name}` : 'ledger-append'
  return {
    query: { name, text: textOf(beside, besideValues.length + 1), values, rowMode: 'array' },
    positionsOf(rows) {
      const firstOf = new Map(firsts.parse(rows).map(([partition, offset]) => [partition, offset]))
      if (beside && firstOf.size === 0) return []
      return events.map(({ partition }, i) => {
        const first = firstOf.get(partition)
        if (first === undefined) throw new Error(`the ledger has no partition ${partition} of ${topic}`)
        return { partition, offset: first + itemAt(places, i) }
      })
    },
  }
}

/**
 * The function stands in ledger-tables.ts. It stores nothing in a topic of no name: no plan of Postgres can call it too
 * early.
 */
function textOf(beside: SqlToWrite | null, n: number): string {
  const topic = beside ? `(SELECT $${n + 1}::text WHERE NOT (${beside.unless}))` : `$${n + 1}`
  const [partitions, places] = [`$${n + 3}::smallint[]`, `$${n + 4}::int[]`]
  const written = beside
    ? `, placed AS (
        SELECT e.nth, e.partition, appended.first + e.place AS "offset"
        FROM unnest(${partitions}, ${places}) WITH ORDINALITY AS e(partition, place, nth) JOIN appended USING (partition)
      ), beside AS (${beside.write})`
    : ''
  return `
    WITH appended AS MATERIALIZED (
      SELECT partition, first
      FROM ledger.append(${topic}, $${n + 2}::bytea, ${partitions}, ${places}, $${n + 5}::text[], $${n + 6}::int[], $${n + 7}::int[])
    )${written}
    SELECT partition, first, (SELECT pg_notify($${n}, $${n + 1})) FROM appended`
}
