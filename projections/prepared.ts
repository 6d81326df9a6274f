import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Queryable } from './queryable.ts'

/** By text: one entry for each statement of a generation. */
const names = new Map<string, string>()

/**
 * A statement that each connection parses once, and plans once if that pays. Its name follows from its text, so another
 * text is another statement.
 */
export function prepared(query: pg.QueryConfig): pg.QueryConfig {
  return { ...query, name: nameOf(query.text) }
}

/** The same connection, which prepares every statement with parameters. */
export function preparing(tx: Queryable): Queryable {
  return {
    query<Row extends pg.QueryResultRow>(query: pg.QueryConfig) {
      return tx.query<Row>(query.values ? prepared(query) : query)
    },
  }
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}
