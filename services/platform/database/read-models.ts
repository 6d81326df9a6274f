import { createHash } from 'node:crypto'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { ReadModelTables } from '@stepledger/projections/read-models.ts'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Database } from './database.ts'

/**
 * The read models behind a pool, for single statements. Every statement is prepared, by connection and text: planning
 * where a play stands takes longer than finding it. A connection lives for an hour (database.ts), so that statements of
 * former generations don't pile up on it.
 */
export function openReadModels(pool: pg.Pool): ReadDatabase {
  const preparing = new WeakMap<pg.PoolClient, pg.PoolClient>()
  return kyselyOn({
    async connect() {
      const client = await pool.connect()
      const known = preparing.get(client) ?? prepareAll(client)
      preparing.set(client, known)
      return known
    },
    end: () => pool.end(),
  })
}

/**
 * Reads from one moment, whatever is folded meanwhile: `read` has the one connection that the snapshot holds, and no
 * other.
 */
export function inSnapshot<T>(
  database: Pick<Database, 'transaction'>,
  read: (db: ReadDatabase) => Promise<T>,
): Promise<T> {
  return database.transaction((client) => read(readModelsOn(client)), {
    isolation: 'repeatable read',
    readOnly: true,
  })
}

const byClient = new WeakMap<pg.PoolClient, ReadDatabase>()

/** The read models through a connection that its owner gives back. */
function readModelsOn(client: pg.PoolClient): ReadDatabase {
  const known = byClient.get(client)
  if (known) return known
  const lent = prepareAll(client, { release: () => {} })
  const made = kyselyOn({ connect: async () => lent, end: async () => {} })
  byClient.set(client, made)
  return made
}

function kyselyOn(pool: PostgresPool): ReadDatabase {
  return new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) })
}

/** The same connection, with queries that are given as text prepared under a name made of it. */
function prepareAll(client: pg.PoolClient, instead: Partial<Pick<pg.PoolClient, 'release'>> = {}) {
  const query = (text: string, values: readonly unknown[]) =>
    client.query({ name: nameOf(text), text, values: [...values] })
  const own = new Map<PropertyKey, unknown>(Object.entries({ query, ...instead }))
  return new Proxy(client, {
    get(target, property) {
      if (own.has(property)) return own.get(property)
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
