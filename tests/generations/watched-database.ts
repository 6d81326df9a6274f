import type { Database } from '@stepledger/services/platform/database/database.ts'
import type pg from 'pg'

/** Wraps a statement; `run` sends it. */
export type Around = (text: string, run: () => Promise<unknown>) => Promise<unknown>

/** The same database, with `around` wrapped around each statement in a transaction except COPY. */
export function watchedDatabase(database: Database, around: Around): Database {
  return {
    ...database,
    transaction: (work, options) => database.transaction((tx) => work(watched(tx, around)), options),
  }
}

function watched(tx: pg.PoolClient, around: Around): pg.PoolClient {
  const query = (...sent: unknown[]): unknown => {
    const text = textOf(sent[0])
    const run = () => Reflect.apply(tx.query, tx, sent)
    return text === null ? run() : around(text, run)
  }
  return new Proxy(tx, {
    get(target, name): unknown {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Null for COPY, which is a stream object. */
function textOf(sent: unknown): string | null {
  if (typeof sent === 'string') return sent
  if (typeof sent !== 'object' || sent === null || !('text' in sent) || 'submit' in sent) return null
  return typeof sent.text === 'string' ? sent.text : null
}
