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

const firstOffsets = z.array(z.tuple([z.int(), z.int(), z.unknown()]))

interface AppendStatement {
  readonly query: QueryConfig & { rowMode: 'array' }
  /** Maps the result rows to the position of each event; an empty list if nothing was stored. */
  positionsOf(rows: unknown): Position[]
}

/** Where subscribers are notified of an append at its commit. */
interface Notification {
  readonly channel: string
  readonly text: string
}

/**
 * Builds the statement that appends `events` to `topic`, in the given order within each partition, together with the
 * statement `companion`.
 */
export function appendStatement(
  topic: Topic,
  notification: Notification,
  events: readonly ToAppend[],
  companion: SqlToWrite | null = null,
): AppendStatement {
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
  const companionValues = companion?.values ?? []
  const values = [
    ...companionValues,
    notification.channel,
    topic,
    Buffer.concat(bodies, end),
    events.map((e) => e.partition),
    indexes,
    events.map((e) => e.key),
    starts,
    bodies.map((body) => body.length),
    notification.text,
  ]
  const name = companion ? `ledger-append-${companion.name}` : 'ledger-append'
  return {
    query: { name, text: textOf(companion, companionValues.length + 1), values, rowMode: 'array' },
    positionsOf(rows) {
      const firstOffsetOf = new Map(
        firstOffsets.parse(rows).map(([partition, offset]) => [partition, offset]),
      )
      if (companion && firstOffsetOf.size === 0) return []
      return events.map(({ partition }, i) => {
        const first = firstOffsetOf.get(partition)
        if (first === undefined) throw new Error(`the ledger has no partition ${partition} of ${topic}`)
        return { partition, offset: first + itemAt(indexes, i) }
      })
    },
  }
}

/**
 * Calls ledger.append of ledger-tables.ts. If `unless` holds, the topic is NULL and nothing is stored. The condition is
 * an argument of the call, so no query plan can run the append before it is evaluated.
 */
function textOf(companion: SqlToWrite | null, n: number): string {
  const topic = companion ? `(SELECT $${n + 1}::text WHERE NOT (${companion.unless}))` : `$${n + 1}`
  const [partitions, indexes] = [`$${n + 3}::smallint[]`, `$${n + 4}::int[]`]
  const written = companion
    ? `, placed AS (
        SELECT e.nth, e.partition, appended.first + e.place AS "offset"
        FROM unnest(${partitions}, ${indexes}) WITH ORDINALITY AS e(partition, place, nth) JOIN appended USING (partition)
      ), beside AS (${companion.write})`
    : ''
  return `
    WITH appended AS MATERIALIZED (
      SELECT partition, first
      FROM ledger.append(${topic}, $${n + 2}::bytea, ${partitions}, ${indexes}, $${n + 5}::text[], $${n + 6}::int[], $${n + 7}::int[])
    )${written}
    SELECT partition, first, (SELECT pg_notify($${n}, $${n + 8})) FROM appended`
}
