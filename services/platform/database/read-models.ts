import { createHash } from 'node:crypto'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { ReadModelTables } from '@stepledger/projections/read-models.ts'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Database } from './database.ts'

/**
 * Opens the read models on a pool, for single statements. Every statement is prepared: planning the query for the rank
 * of a play takes longer than executing it. Connections live for an hour (database.ts), so prepared statements of former
 * generations do not accumulate.
 */
export function openReadModels(pool: pg.Pool): ReadDatabase {
  const preparing = new WeakMap<pg.PoolClient, pg.PoolClient>()
  return kyselyOn({
    async connect() {
      const client = await pool.connect()
      const prepared = preparing.get(client) ?? prepareAll(client)
      preparing.set(client, prepared)
      return prepared
    },
    end: () => pool.end(),
  })
}

/** Runs `read` in one snapshot, unaffected by concurrent folds, on a single connection. */
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

/** The read models on a connection that its owner releases. */
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

/** Wraps a connection so that text queries become prepared statements, named by a hash of the text. */
function prepareAll(client: pg.PoolClient, overrides: Partial<Pick<pg.PoolClient, 'release'>> = {}) {
  const query = (text: string, values: readonly unknown[]) =>
    client.query({ name: nameOf(text), text, values: [...values] })
  const own = new Map<PropertyKey, unknown>(Object.entries({ query, ...overrides }))
  return new Proxy(client, {
    get(target, property) {
      if (own.has(property)) return own.get(property)
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** There are a few dozen queries, some with list parameters of several lengths. */
const names = new LRUCache<string, string>({ max: 2_000 })

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}
