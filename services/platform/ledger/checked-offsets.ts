import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { Ledger } from './ledger.ts'

/**
 * A schema whose tables issue ids before their events are appended. `checked_offsets`: up to where the tables contain the
 * events of the ledger. After the database was restored from a backup that is older than the ledger, the events from
 * there on have ids that the restored sequences would issue again.
 */
type CheckingSchema = 'ingest' | 'catalogue'

/** Migration that creates the table. Without rows the whole ledger is read once. */
export const checkedOffsetsTable = (schema: CheckingSchema) => `
  CREATE TABLE ${schema}.checked_offsets (
    partition smallint PRIMARY KEY,
    next_offset bigint NOT NULL
  );`

interface Checking {
  readonly database: Database
  readonly ledger: Pick<Ledger, 'read' | 'ends'>
  readonly schema: CheckingSchema
}

const offsetRows = z.array(z.object({ partition: z.int(), next_offset: z.int() }))
const maxBatch = 1_000
/** Interval of `keepChecked`, ms. */
const everyMs = 60_000

/** Gives missing rows to the events, in the transaction that moves the offsets. Must be idempotent. */
type Adopt = (tx: pg.PoolClient, events: readonly RecordedEvent[]) => Promise<void>

/**
 * Passes the events that may be missing in the schema's tables to `adopt`. Call it before any id is issued. Resumes after
 * an interruption. Returns the offsets up to which none is missing.
 */
export async function checkNewEvents(
  { database, ledger, schema }: Checking,
  adopt: Adopt,
): Promise<readonly number[]> {
  const ends = await ledger.ends('events')
  const checked = await readOffsets({ database, schema })
  const from = ends.map((_, partition) => checked.get(partition) ?? 0)
  for await (const events of ledger.read('events', from, { to: ends, maxBatch })) {
    const next = new Map(events.map(({ partition, offset }) => [partition, offset + 1]))
    await database.retrying(() =>
      database.transaction(async (tx) => {
        await adopt(tx, events)
        await tx.query(moveOffsets(schema, [...next]))
      }),
    )
  }
  await database.retrying(() => database.pool.query(moveOffsets(schema, [...ends.entries()])))
  return ends
}

/**
 * Returns work for once a minute: records that all events so far are known, because their ids were issued by these
 * tables. If the offsets moved back, the database was replaced by an older one, and the events are checked again.
 */
export function keepChecked(
  checking: Checking,
  known: readonly number[],
  adopt: Adopt,
): () => Promise<number> {
  const { database, ledger, schema } = checking
  let last = known
  return async () => {
    const ends = await ledger.ends('events')
    const stored = await readOffsets(checking)
    if (last.some((offset, partition) => (stored.get(partition) ?? 0) < offset))
      last = await checkNewEvents(checking, adopt)
    else {
      await database.pool.query(moveOffsets(schema, [...ends.entries()]))
      last = ends
    }
    return everyMs
  }
}

async function readOffsets({
  database,
  schema,
}: Pick<Checking, 'database' | 'schema'>): Promise<ReadonlyMap<number, number>> {
  const { rows } = await database.retrying(() =>
    database.pool.query(`SELECT partition, next_offset FROM ${schema}.checked_offsets`),
  )
  return new Map(offsetRows.parse(rows).map((row) => [row.partition, row.next_offset]))
}

/** Ordered, so that two processes cannot deadlock. Offsets never move back. */
function moveOffsets(schema: CheckingSchema, next: readonly (readonly [number, number])[]) {
  return {
    text: `
      INSERT INTO ${schema}.checked_offsets AS c (partition, next_offset)
      SELECT * FROM unnest($1::smallint[], $2::bigint[]) AS n(partition, next_offset) ORDER BY partition
      ON CONFLICT (partition) DO UPDATE SET next_offset = excluded.next_offset
        WHERE c.next_offset < excluded.next_offset`,
    values: [next.map(([partition]) => partition), next.map(([, offset]) => offset)],
  }
}
