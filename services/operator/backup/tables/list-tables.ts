import type { Queryable } from '@stepledger/projections/queryable.ts'
import { z } from 'zod'

/** The schemas whose tables cannot be folded from the ledger. */
export const backedUpSchemas = ['accounts', 'ingest', 'catalogue', 'projector', 'analysis'] as const

/**
 * Tables in these schemas that follow from others: what refers to the read models, which a restored system builds
 * again, or to another system. All other tables are backed up, so that a new one is never forgotten.
 */
const derivedTables = [
  'projector.live',
  'projector.next',
  'projector.preview',
  'projector.checkpoints',
  'projector.parked',
  'projector.board_mirrors',
  'projector.operator_runs',
  'ingest.refusals',
]

export interface ListedTable {
  /** With schema. */
  readonly name: string
  /** Without generated ones. */
  readonly columns: readonly string[]
  /** Its primary key; empty if it has none. */
  readonly key: readonly string[]
}

const tableRows = z.array(
  z.object({
    name: z.string(),
    columns: z.array(z.string()),
    key: z.array(z.string()),
    parents: z.array(z.string()),
  }),
)

/** Lists the tables to back up; those that others refer to come first. */
export async function listTables(connection: Queryable): Promise<ListedTable[]> {
  const { rows } = await connection.query({
    text: `
      select n.nspname || '.' || c.relname as name,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
        array(select a.attname::text from pg_index i, unnest(i.indkey::smallint[]) with ordinality as k(attnum, nth)
          join pg_attribute a on a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid order by k.nth) as key,
        array(select distinct pn.nspname || '.' || p.relname from pg_constraint f
          join pg_class p on p.oid = f.confrelid join pg_namespace pn on pn.oid = p.relnamespace
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any ($1::text[])
      order by 1`,
    values: [[...backedUpSchemas]],
  })
  const all = tableRows.parse(rows).filter(({ name }) => !derivedTables.includes(name))
  const ordered: ListedTable[] = []
  const placed = new Set<string>()
  const known = new Set(all.map(({ name }) => name))
  while (ordered.length < all.length) {
    const next = all.filter(
      ({ name, parents }) =>
        !placed.has(name) && parents.every((parent) => placed.has(parent) || !known.has(parent)),
    )
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    for (const { name, columns, key } of next) {
      placed.add(name)
      ordered.push({ name, columns, key })
    }
  }
  return ordered
}

const sequenceRows = z.array(z.object({ name: z.string() }))

export async function listSequences(connection: Queryable): Promise<string[]> {
  const { rows } = await connection.query({
    text: `
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'S' and n.nspname = any ($1::text[]) order by 1`,
    values: [[...backedUpSchemas]],
  })
  return sequenceRows.parse(rows).map(({ name }) => name)
}

export function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')
}
