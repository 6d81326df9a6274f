import { createReadModels, indexReadModels, readModelTables } from '@stepledger/projections/read-models.ts'
import pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'

/** Read models of one's own beside those that are shown, on a connection of their own. */
export interface Scratch {
  readonly client: pg.Client
  readonly schema: string
  /** Makes the tables again, empty. */
  empty(): Promise<void>
  /** Tells the planner how large the tables are. */
  analyze(): Promise<void>
  /** Ends the statement at work, if there is one. */
  cancel(): Promise<void>
  drop(): Promise<void>
}

/** Another process verifies at this moment. */
export class AnotherVerifyError extends Error {
  override readonly name = 'AnotherVerifyError'
}

const schema = 'verify'
const tables = readModelTables.map(({ name }) => `${schema}.${name}`)

/**
 * The scratch schema, empty. One at a time, by a lock of its connection: whatever lies there when the lock is free was
 * left by a verify that was killed, and goes. Throws AnotherVerifyError.
 */
export async function openScratch(database: Database): Promise<Scratch> {
  const client = await database.connect('stepledger verify')
  const drop = () => client.query(`drop schema if exists ${schema} cascade`)
  async function empty() {
    await drop()
    await client.query(`${createReadModels(schema)};${indexReadModels(schema)}`)
    // It can be made again at any time: no need to write it twice, or to wait for the disk.
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
    empty,
    async analyze() {
      await client.query(`analyze ${tables.join(', ')}`)
    },
    async cancel() {
      await database.pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {})
    },
    async drop() {
      // A connection that was lost drops nothing: the next verify does.
      await client.query('rollback').catch(() => {})
      await drop().catch(() => {})
      await client.end().catch(() => {})
    },
  }
}

/** A killed verify's connection needs a moment to end. */
const patienceMs = 5_000

async function lock(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${patienceMs}`)
  try {
    await client.query('select pg_advisory_lock($1, $2)', [...advisoryLocks.verify])
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable)
      throw new AnotherVerifyError('Another `ledger verify` is running', { cause: error })
    throw error
  }
  await client.query('reset lock_timeout')
}

const lockNotAvailable = '55P03'

const pidRow = z.tuple([z.object({ pid: z.int() })])

async function pidOf(client: pg.Client): Promise<number> {
  return pidRow.parse((await client.query('select pg_backend_pid() as pid')).rows)[0].pid
}
