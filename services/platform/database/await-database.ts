import { errorMessage } from '@stepledger/contracts/error-message.ts'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { isTransient, withRetries } from './transient-errors.ts'

const timeoutMs = 5_000

/**
 * Waits until Postgres accepts connections. Logs once that it does not answer yet. Throws a one-line error if it refuses
 * the role, or has no such database.
 */
export async function awaitDatabase(url: string, log: Log, signal: AbortSignal): Promise<void> {
  const { host, pathname } = new URL(url)
  const name = `Postgres at ${host}${pathname}`
  let waits = false
  const connect = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs })
    client.on('error', () => {})
    try {
      await client.connect()
    } finally {
      // Not awaited: a hung database does not even close its connections.
      client.end().catch(() => {})
    }
  }
  await withRetries(connect, signal, (error) => {
    if (!waits) log.warn(`DATABASE_URL: waiting for ${name}: ${connectionReason(error)}`)
    waits = true
  }).catch((error: unknown) => {
    if (isTransient(error)) throw error
    throw new Error(`DATABASE_URL: ${name} refuses the connection: ${connectionReason(error)}`, {
      cause: error,
    })
  })
  if (waits) log.info(`${name} answers`)
}

/** The reason of a failed connection: to several addresses it is an AggregateError without a message. */
export function connectionReason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(connectionReason).join(', ')
  return errorMessage(error)
}
