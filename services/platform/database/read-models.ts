import { createHash } from 'node:crypto'
import type { ReadDatabase, ReadModels } from '@stepledger/projections/read-database.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/**
 * The read models behind a pool, for reading. Every statement is prepared, by connection and text: planning where a play stands takes longer
 * than finding it. A connection lives for an hour (database.ts), so that statements of former generations don't pile up on it.
 */
export function openReadModels(pool: pg.Pool): ReadDatabase {
  const preparing = new WeakMap<pg.PoolClient, pg.PoolClient>()
  return new Kysely<ReadModels>({
    dialect: new PostgresDialect({
      pool: {
        async connect() {
          const client = await pool.connect()
          const known = preparing.get(client) ?? prepareAll(client)
          preparing.set(client, known)
          return known
        },
        end: () => pool.end(),
      },
    }),
  })
}

/** The same connection, with queries that are given as text prepared under a name made of it. */
function prepareAll(client: pg.PoolClient): pg.PoolClient {
  const query = (text: string, values: readonly unknown[]) =>
    client.query({ name: nameOf(text), text, values: [...values] })
  return new Proxy(client, {
    get(target, property) {
      if (property === 'query') return query
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** There are a few dozen reads, some of them with lists of a few lengths. */
const names = new LRUCache<string, string>({ max: 2_000 })

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}
