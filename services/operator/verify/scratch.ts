import {
  createReadModels,
  indexReadModels,
  readModelTables,
} from '@stepledger/projections/fold/read-models.ts'
import pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { CommandFailedError } from '../exit-codes.ts'

/** A temporary schema with empty read models, on its own connection. */
export type Scratch = Awaited<ReturnType<typeof openScratch>>

const schema = 'verify'
const tables = readModelTables.map(({ name }) => `${schema}.${name}`)

/**
 * Creates the empty scratch schema. An advisory lock allows one at a time; a schema found under the lock was left by a
 * killed verify and is dropped. Throws CommandFailedError while another process verifies.
 */
export async function openScratch(database: Database) {
  const client = await database.connect('stepledger verify')
  const drop = () => client.query(`drop schema if exists ${schema} cascade`)
  async function empty() {
    await drop()
    await client.query(`${createReadModels(schema)};${indexReadModels(schema)}`)
    // Temporary data needs no write-ahead log.
    for (const table of tables) await client.query(`alter table ${table} set unlogged`)
  }
  let pid: number
  try {
    pid = await pidOf(client)
    await lock(client)
    await client.query('set client_min_messages = warning; set synchronous_commit = off')
    await empty()
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return {
    client,
    schema,
    /** Creates the tables again, empty. */
    empty,
    async analyze() {
      await client.query(`analyze ${tables.join(', ')}`)
    },
    async cancel() {
      await database.pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {})
    },
    async drop() {
      // After a lost connection the next verify drops the schema.
      await client.query('rollback').catch(() => {})
      await drop().catch(() => {})
      await client.end().catch(() => {})
    },
  }
}

/** The connection of a killed verify needs some time to close. */
const lockTimeoutMs = 5_000

async function lock(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query('select pg_advisory_lock($1, $2)', [...advisoryLocks.verify])
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable)
      throw new CommandFailedError('Another `ledger verify` is running', { cause: error })
    throw error
  }
  await client.query('reset lock_timeout')
}

const lockNotAvailable = '55P03'

const pidRow = z.tuple([z.object({ pid: z.int() })])

async function pidOf(client: pg.Client): Promise<number> {
  return pidRow.parse((await client.query('select pg_backend_pid() as pid')).rows)[0].pid
}
