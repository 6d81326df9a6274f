import { setTimeout as sleep } from 'node:timers/promises'
import { asError } from '@stepledger/contracts/error-message.ts'
import type pg from 'pg'
import { z } from 'zod'
import { isProcessAlive } from '../../platform/child-process/process-alive.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { findHolder, holderName } from './holder.ts'
import { readServerFile, removeServerFile, type ServerFile, writeServerFile } from './server-file.ts'

export type DataDirHold = {
  /** Stores the address of this server, once it is known. */
  describe(url: string): Promise<void>
  release(): Promise<void>
}

const lockRow = z.tuple([z.object({ locked: z.boolean() })])

/**
 * Makes this process the holder of `dataDir`, by an advisory lock in its database, which Postgres releases however the
 * process dies. Throws a one-line error that names the holder if there is another one.
 * @param onLost called if another process has taken the lock after a lost connection: this process must exit
 */
export async function lockDataDir(options: {
  dataDir: string
  database: Database
  onLost?: (error: Error) => void
}): Promise<DataDirHold> {
  const { dataDir, database, onLost = () => {} } = options
  const startedAt = new Date().toISOString()
  const ended = new AbortController()
  let client: pg.Client

  async function take(): Promise<void> {
    client = await database.retrying(() => lock(dataDir, database), ended.signal)
    client.once('end', () => {
      if (ended.signal.aborted) return
      take().catch((error: unknown) => {
        if (!ended.signal.aborted) onLost(asError(error))
      })
    })
  }

  const describe = (url: string | null) => writeServerFile(dataDir, { pid: process.pid, url, startedAt })
  async function release(): Promise<void> {
    ended.abort()
    await removeServerFile(dataDir, process.pid)
    await client.end().catch(() => {})
  }
  await take()
  try {
    await describe(null)
  } catch (error) {
    await release()
    throw error
  }
  return { describe, release }
}

/** Time for Postgres to detect that a killed holder has disconnected, ms. */
const disconnectTimeoutMs = 5_000
/** Time for a new holder to write server.json, ms. */
const namingTimeoutMs = 1_000

/** The connection that holds the lock. */
async function lock(dataDir: string, database: Database): Promise<pg.Client> {
  const client = await database.connect(holderName(process.pid))
  try {
    const from = performance.now()
    for (;;) {
      const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS locked', [
        ...advisoryLocks.dataDir,
      ])
      if (lockRow.parse(rows)[0].locked) return client
      const holder = await findHolder(client)
      if (holder) {
        const file = await readServerFile(dataDir)
        const named = file?.pid === holder.pid ? file : null
        const timeoutMs = !isProcessAlive(holder.pid) ? disconnectTimeoutMs : named ? 0 : namingTimeoutMs
        if (performance.now() - from >= timeoutMs) throw new Error(inUse(dataDir, holder.pid, named))
      }
      await sleep(20)
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

function inUse(dataDir: string, pid: number, file: ServerFile | null): string {
  if (!file) return `${dataDir} is in use by process ${pid}`
  const who =
    file.url === null ? 'a ledger command or a server that is just starting' : `the server at ${file.url}`
  return `${dataDir} is in use by ${who} (process ${pid}, since ${file.startedAt})`
}
