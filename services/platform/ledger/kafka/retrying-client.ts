import { backOff } from '../../async/back-off.ts'
import type { Log } from '../../log/log.ts'
import { LedgerUnavailableError } from '../ledger-errors.ts'
import type { FetchClient } from './client.ts'
import { reasonOf } from './reason-of.ts'

export interface RetryingOptions {
  open(): Promise<FetchClient>
  /** How long reads are retried without progress, ms. */
  readonly timeoutMs: number
  readonly log: Log
}

/** One client shared by all callers, opened lazily and replaced after a failure. */
interface RetryingClient {
  /** Retries with a new client until `timeoutMs` have passed since the last progress. */
  stream<T>(
    work: (client: FetchClient, onProgress: () => void, signal: AbortSignal) => AsyncGenerator<T>,
  ): AsyncGenerator<T>
  once<T>(work: (client: FetchClient) => Promise<T>): Promise<T>
  close(): void
}

export function retryingClient({ open, timeoutMs, log }: RetryingOptions): RetryingClient {
  const closing = new AbortController()
  let shared: Promise<FetchClient> | null = null

  function discard(client: Promise<FetchClient>): void {
    if (shared === client) shared = null
    client.then(
      (opened) => opened.abandon(),
      () => {},
    )
  }

  const stream: RetryingClient['stream'] = async function* (work) {
    let deadline = performance.now() + timeoutMs
    let failures = 0
    const onProgress = () => {
      deadline = performance.now() + timeoutMs
      failures = 0
    }
    for (;;) {
      if (closing.signal.aborted) throw new Error('the ledger is closed')
      shared ??= open()
      const client = shared
      try {
        return yield* work(await client, onProgress, closing.signal)
      } catch (cause) {
        discard(client)
        failures++
        if (closing.signal.aborted || performance.now() >= deadline)
          throw new LedgerUnavailableError(`Kafka is unavailable: ${reasonOf(cause)}`, { cause })
        log.warn(`retrying a read from Kafka: ${reasonOf(cause)}`)
        await backOff(failures, closing.signal)
      }
    }
  }

  return {
    stream,
    async once(work) {
      const results = stream(async function* (client) {
        yield await work(client)
      })
      for await (const result of results) return result
      throw new Error('no result')
    },
    close() {
      closing.abort()
      if (shared) discard(shared)
    },
  }
}
