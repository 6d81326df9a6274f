import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type pg from 'pg'
import { backOff } from '../async/back-off.ts'
import type { Log } from '../log/log.ts'
import type { Database } from './database.ts'

interface Listener {
  readonly channel: string
  onNotice(payload: string | undefined): void
  /** Called when listening starts, and after every reconnect: notifications may have been missed. */
  onMissed(): void
}

export interface Listening {
  stop(): Promise<void>
}

/** The name of the connection in pg_stat_activity. */
export const listenerName = 'stepledger notices'

const connections = new WeakMap<Database, ListeningConnection>()

/**
 * Listens on a channel of Postgres. All channels of a database share a dedicated connection, which reconnects with
 * back-off: an idle backend takes 2 MB.
 */
export function listen(database: Database, log: Log, listener: Listener): Listening {
  const connection = connections.get(database) ?? keepListening(database, log)
  connections.set(database, connection)
  connection.add(listener)
  return {
    async stop() {
      if (connection.remove(listener) > 0) return
      connections.delete(database)
      await connection.end()
    },
  }
}

interface ListeningConnection {
  add(listener: Listener): void
  /** The number of listeners that remain. */
  remove(listener: Listener): number
  end(): Promise<void>
}

function keepListening(database: Database, log: Log): ListeningConnection {
  const ending = new AbortController()
  const listeners = new Set<Listener>()
  /** Null while it is lost. */
  let current: pg.Client | null = null

  async function hear(client: pg.Client, listener: Listener): Promise<void> {
    await client.query(`LISTEN ${client.escapeIdentifier(listener.channel)}`)
    if (listeners.has(listener)) listener.onMissed()
  }

  async function listenOnce(): Promise<void> {
    const client = await database.connect(listenerName)
    try {
      const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
      client.on('notification', ({ channel, payload }) => {
        for (const listener of listeners) if (listener.channel === channel) listener.onNotice(payload)
      })
      current = client
      for (const listener of [...listeners]) await hear(client, listener)
      await Promise.race([lost, aborted(ending.signal)])
    } finally {
      current = null
      await client.end().catch(() => {})
    }
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!ending.signal.aborted) {
      try {
        await listenOnce()
        failures = 0
        if (!ending.signal.aborted) log.warn('lost the connection that listens for notices')
      } catch (error) {
        log.warn(`can't listen for notices: ${errorMessage(error)}`)
      }
      failures++
      await backOff(failures, ending.signal)
    }
  }

  const running = run()
  return {
    add(listener) {
      listeners.add(listener)
      const client = current
      // Without its channel the connection is of no use: a new one listens on all.
      if (client) hear(client, listener).catch(() => client.end().catch(() => {}))
    },
    remove(listener) {
      listeners.delete(listener)
      return listeners.size
    },
    async end() {
      ending.abort()
      await running
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
