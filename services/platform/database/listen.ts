import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { backOff } from '../async/back-off.ts'
import type { Log } from '../log/log.ts'
import type { Database } from './database.ts'

interface ListenOptions {
  readonly channel: string
  /** Name of the connection in pg_stat_activity. */
  readonly applicationName: string
  /** Description of the channel, for the log. */
  readonly about: string
  readonly log: Log
  onNotice(payload: string | undefined): void
  /** Called after every connect, including the first: notifications may have been missed. */
  onMissed(): void
}

export interface Listening {
  stop(): Promise<void>
}

/** Listens on a channel of Postgres, on a dedicated connection that reconnects with back-off. */
export function listen(database: Database, options: ListenOptions): Listening {
  const { channel, applicationName, about, log, onNotice, onMissed } = options
  const ending = new AbortController()

  async function listenOnce(): Promise<void> {
    const client = await database.connect(applicationName)
    try {
      const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
      client.on('notification', ({ payload }) => onNotice(payload))
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      onMissed()
      await Promise.race([lost, aborted(ending.signal)])
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function keepListening(): Promise<void> {
    let failures = 0
    while (!ending.signal.aborted) {
      try {
        await listenOnce()
        failures = 0
        if (!ending.signal.aborted) log.warn(`lost the connection that listens for ${about}`)
      } catch (error) {
        log.warn(`can't listen for ${about}: ${errorMessage(error)}`)
      }
      failures++
      await backOff(failures, ending.signal)
    }
  }

  const listening = keepListening()
  return {
    async stop() {
      ending.abort()
      await listening
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
