import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { type Topic, topics } from '@stepledger/contracts/ledger/topic.ts'
import type pg from 'pg'
import { z } from 'zod'
import { copyOut } from '../database/copy-out.ts'
import { copiedEvents } from './copied-events.ts'
import { fairRanges, type Range } from './fair-ranges.ts'
import type { Offsets } from './ledger.ts'

/** A page holds at most this many bytes of events, but one event at least. */
const pageBytes = 16 * 1024 * 1024

export interface PostgresReader {
  ends(topic: Topic): Promise<number[]>
  at(topic: Topic, position: Position): Promise<RecordedEvent | null>
  /** At most `max` events between the offsets: fewer only when they are large, none only when there are none. */
  page(topic: Topic, from: Offsets, to: Offsets, max: number): Promise<RecordedEvent[]>
}

const ended = z.array(z.object({ partition: z.int(), next: z.int() }))
const bodies = z.array(z.object({ body: z.instanceof(Uint8Array) }))

/**
 * What reads the ledger's tables. Where it ends is asked by who writes and by who asks for its health, what it holds by pages and folds. Who appends holds the lock of the partition until the commit: what lies below an end is there. */
export function postgresReader(pools: { ends: pg.Pool; events: pg.Pool }): PostgresReader {
  return {
    async ends(topic) {
      const { rows } = await pools.ends.query({
        name: 'ledger-ends',
        text: 'SELECT partition, next FROM ledger.ends($1)',
        values: [topic],
      })
      const next = new Map(ended.parse(rows).map((end) => [end.partition, end.next]))
      return Array.from({ length: topics[topic].partitions }, (_, partition) => next.get(partition) ?? 0)
    },

    async at(topic, { partition, offset }) {
      const { rows } = await pools.events.query({
        name: 'ledger-at',
        text: 'SELECT body FROM ledger.events WHERE topic = $1 AND partition = $2 AND "offset" = $3',
        values: [topic, partition, offset],
      })
      const [found] = bodies.parse(rows)
      return found ? { partition, offset, bytes: found.body } : null
    },

    async page(topic, from, to, max) {
      const ranges = fairRanges(from, to, max)
      return ranges.length === 0 ? [] : eventsOf(pools.events, pageSql(topic, ranges))
    },
  }
}

/**
 * A binary COPY, because Postgres then sends the bytes as they are: twice as fast as any SELECT, whose bytes travel as hexadecimal text.
 * It takes no parameters; what stands in its text are numbers and a topic of ours. The LIMIT repeats what the ranges say, so that no plan
 * but the index comes into question, however large the table. octet_length of a body stored aside reads only its pointer.
 */
function pageSql(topic: Topic, ranges: readonly Range[]): string {
  const wanted = ranges.map((r) => `(${r.partition}::smallint, ${r.from}::bigint, ${r.to}::bigint)`)
  const longest = Math.max(...ranges.map((r) => r.to - r.from))
  return `COPY (
    SELECT partition, "offset", body FROM (
      SELECT e.*, sum(octet_length(body)) OVER (ORDER BY e.turn, e.partition) - octet_length(body) AS before
      FROM (VALUES ${wanted.join()}) AS range(partition, start, stop)
      CROSS JOIN LATERAL (
        SELECT partition, "offset", body, "offset" - start AS turn FROM ledger.events
        WHERE topic = '${topic}' AND partition = range.partition AND "offset" >= start AND "offset" < stop
        ORDER BY "offset" LIMIT ${longest}
      ) e
    ) page WHERE before < ${pageBytes} ORDER BY turn, partition
  ) TO STDOUT (FORMAT binary)`
}

async function eventsOf(pool: pg.Pool, sql: string): Promise<RecordedEvent[]> {
  const client = await pool.connect()
  let broken = true
  try {
    const { events, add } = copiedEvents()
    await copyOut(client, sql, add)
    broken = false
    return events
  } finally {
    client.release(broken)
  }
}
