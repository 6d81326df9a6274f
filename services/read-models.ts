import { createHash } from 'node:crypto'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { ReadModelTables } from '@stepledger/projections/read-models.ts'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Database } from './platform/database/database.ts'

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

/**
 * Runs `read` in one snapshot, unaffected by concurrent folds, on a single connection. Its database throws afterwards, as
 * the connection may then serve another snapshot.
 */
export function inSnapshot<T>(
  database: Pick<Database, 'transaction'>,
  read: (db: ReadDatabase) => Promise<T>,
): Promise<T> {
  return database.transaction(
    async (client) => {
      const models = readModelsOn(client)
      models.isOpen = true
      try {
        return await read(models.db)
      } finally {
        models.isOpen = false
      }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}

interface SnapshotModels {
  readonly db: ReadDatabase
  isOpen: boolean
}

const byClient = new WeakMap<pg.PoolClient, SnapshotModels>()

/** The read models on a connection that its owner releases. */
function readModelsOn(client: pg.PoolClient): SnapshotModels {
  const known = byClient.get(client)
  if (known) return known
  const lent = prepareAll(client, { release: () => {} })
  const connect = async () => {
    if (!models.isOpen) throw new Error('the snapshot has ended: read in the first step of the page')
    return lent
  }
  const models = { db: kyselyOn({ connect, end: async () => {} }), isOpen: false }
  byClient.set(client, models)
  return models
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
