import { backOff } from '../async/back-off.ts'
import { DatabaseHangsError } from './watchdog.ts'

/** SQLSTATEs after which a retry may succeed. */
const transientStates = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55006', // object in use
  '57P01', // the server is shutting down
  '57P02', // another process crashed
  '57P03', // not accepting connections yet
  '57P05', // idle too long
  '25P03', // idle in a transaction too long
  '58030', // the disk failed
])
/** SQLSTATE classes: connection failures; insufficient disk, memory or connections. */
const transientClasses = ['08', '53']
/** The transient SQLSTATEs after which the connection is closed. */
const lostStates = new Set(['57P01', '57P02', '57P03', '57P05', '25P03'])

const lostSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The backlog of a Unix socket is full, because Postgres accepts no connections.
  'EAGAIN',
])

/** Errors of pg without a code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired)/

/** Errors of pg after `connectionTimeoutMillis` and `query_timeout`. */
const noAnswerMessages = /^(timeout expired|Query read timeout)/

/** Whether the connection to the database was lost or could not be established. */
export function isConnectionLost(error: unknown): boolean {
  return hasCause(error, (current, code) => {
    if (code === undefined) return current instanceof DatabaseHangsError || lostMessages.test(current.message)
    // A Unix socket that does not exist any more.
    if (code === 'ENOENT') return 'syscall' in current && current.syscall === 'connect'
    return lostSystemErrors.has(code) || lostStates.has(code) || code.startsWith('08')
  })
}

/**
 * Whether this error is transient, so that the work should be retried: a lost connection, a deadlock, a serialization
 * failure, a server that is overloaded, starting or stopping. Follows `cause`.
 */
export function isTransient(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  return hasCause(error, (_, code) => {
    return code !== undefined && (transientStates.has(code) || transientClasses.includes(code.slice(0, 2)))
  })
}

/** Whether a connection or a statement had no answer within its timeout, rather than being refused. */
export function hasNoAnswer(error: unknown): boolean {
  return hasCause(error, ({ message }, code) => code === 'EAGAIN' || noAnswerMessages.test(message))
}

/** Whether the disk of the database or of this process is full. Transient, but only until space is freed. */
export function isDiskFull(error: unknown): boolean {
  return hasCause(error, (_, code) => code === '53100' || code === 'ENOSPC')
}

/** Whether the database is read-only, for example a standby. */
export function isReadOnly(error: unknown): boolean {
  return hasCause(error, (_, code) => code === '25006')
}

function hasCause(error: unknown, test: (current: Error, code: string | undefined) => boolean): boolean {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : undefined
    if (test(current, code)) return true
    current = current.cause
  }
  return false
}

const minWaitMs = 10
const maxWaitMs = 2_000

/** For how long to retry: until a signal is aborted, or for a time from the call on, ms. */
export type RetryLimit = AbortSignal | number

/**
 * Retries `work` on transient errors, with back-off from 10 ms to 2 s; other errors are thrown at once. `work` must be
 * idempotent: its commit may have succeeded although the response was lost. At the limit, the last error is thrown.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  limit?: RetryLimit,
  onRetry: (error: unknown) => void = () => {},
): Promise<T> {
  const startedAt = performance.now()
  let signal = typeof limit === 'number' ? undefined : limit
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      // Only now: a timer and a signal for each call, nearly all of which succeed, would cost as much as the call.
      if (typeof limit === 'number')
        signal ??= AbortSignal.timeout(Math.max(0, Math.ceil(startedAt + limit - performance.now())))
      if (!isTransient(error) || signal?.aborted) throw error
      onRetry(error)
      await backOff(attempt, signal, maxWaitMs, minWaitMs)
      if (signal?.aborted) throw error
    }
  }
}
