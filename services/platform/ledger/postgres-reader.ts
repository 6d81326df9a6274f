import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type pg from 'pg'
import { z } from 'zod'
import { copyOut } from '../database/copy-out.ts'
import { copiedEvents } from './copied-events.ts'
import type { Offsets } from './ledger.ts'

/** Maximum size of a page; one event may exceed it, bytes. */
const pageBytes = 16 * 1024 * 1024

export interface PostgresReader {
  ends(topic: Topic): Promise<number[]>
  at(topic: Topic, position: Position): Promise<RecordedEvent | null>
  /** Returns up to `max` events between the offsets: fewer only if they are large, none only if there are none. */
  page(topic: Topic, from: Offsets, to: Offsets, max: number): Promise<RecordedEvent[]>
}

const endRows = z.array(z.object({ next: z.int() }))
const bodyRows = z.array(z.object({ body: z.instanceof(Uint8Array) }))

/**
 * Reads the ledger's tables. Ends are read by writers and health checks, events by pages and folds, hence two pools. An
 * append holds the partition's lock until its commit, so all offsets below an end are visible.
 */
export function postgresReader(pools: { ends: pg.Pool; events: pg.Pool }): PostgresReader {
  return {
    async ends(topic) {
      const { rows } = await pools.ends.query({
        name: 'ledger-ends',
        text: 'SELECT next FROM ledger.ends($1) ORDER BY partition',
        values: [topic],
      })
      return endRows.parse(rows).map(({ next }) => next)
    },

    async at(topic, { partition, offset }) {
      const { rows } = await pools.events.query({
        name: 'ledger-at',
        text: 'SELECT body FROM ledger.events WHERE topic = $1 AND partition = $2 AND "offset" = $3',
        values: [topic, partition, offset],
      })
      const [row] = bodyRows.parse(rows)
      return row ? { partition, offset, bytes: row.body } : null
    },

    async page(topic, from, to, max) {
      const ranges = fairRanges(from, to, max)
      return ranges.length === 0 ? [] : eventsOf(pools.events, pageSql(topic, ranges))
    },
  }
}

/**
 * Binary COPY, because Postgres then sends raw bytes: twice as fast as SELECT, which transfers bytea as hexadecimal
 * text. COPY takes no parameters; the text contains only numbers and a topic name, so injection is not possible. The
 * redundant LIMIT forces an index scan, however large the table. octet_length of a TOASTed body reads only its pointer.
 */
function pageSql(topic: Topic, ranges: readonly Range[]): string {
  const rangeRows = ranges.map((r) => `(${r.partition}::smallint, ${r.from}::bigint, ${r.to}::bigint)`)
  const maxLength = Math.max(...ranges.map((r) => r.to - r.from))
  return `COPY (
    SELECT partition, "offset", body FROM (
      SELECT e.*, sum(octet_length(body)) OVER (ORDER BY e.turn, e.partition) - octet_length(body) AS before
      FROM (VALUES ${rangeRows.join()}) AS range(partition, start, stop)
      CROSS JOIN LATERAL (
        SELECT partition, "offset", body, "offset" - start AS turn FROM ledger.events
        WHERE topic = '${topic}' AND partition = range.partition AND "offset" >= start AND "offset" < stop
        ORDER BY "offset" LIMIT ${maxLength}
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

/** Offsets of a partition, `to` exclusive. */
interface Range {
  readonly partition: number
  readonly from: number
  readonly to: number
}

/**
 * Selects the next offsets to read: up to `max` events between `from` and `to`, distributed evenly over the partitions
 * with a backlog. The unused share of a partition goes to the others, so a large backlog starves no partition.
 */
export function fairRanges(from: Offsets, to: Offsets, max: number): Range[] {
  const open = from
    .map((start, partition) => ({ partition, from: start, left: itemAt(to, partition) - start }))
    .filter(({ left }) => left > 0)
    .sort((a, b) => a.left - b.left)
  let remaining = max
  return open
    .map(({ partition, from: start, left }, i) => {
      const share = Math.min(left, Math.ceil(remaining / (open.length - i)))
      remaining -= share
      return { partition, from: start, to: start + share }
    })
    .filter((range) => range.to > range.from)
    .sort((a, b) => a.partition - b.partition)
}
