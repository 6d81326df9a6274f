import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../database/log.ts'
import { backOff } from './back-off.ts'

/** Word that a topic has grown. It may come late, twice or not at all, so whoever waits also looks from time to time. */
export interface WakeUps {
  /** How often word of the topic came so far. To be asked before looking at the ledger, so that none is missed in between. */
  count(topic: Topic): number
  /** Waits until word came more often than `count`, or `ms` have passed, or the signal is aborted. */
  beyond(topic: Topic, count: number, ms: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Listens on `channel`, on a connection of its own that is made anew when it is lost. */
export function listenForWakeUps(database: Database, channel: string, log: Log): WakeUps {
  const counts = { events: 0, rules: 0 } satisfies Record<Topic, number>
  const waiting: Record<Topic, Set<() => void>> = { events: new Set(), rules: new Set() }
  const ending = new AbortController()

  function wake(topic: Topic): void {
    counts[topic]++
    for (const done of [...waiting[topic]]) done()
  }

  async function listenOnce(): Promise<void> {
    const client = await database.connect('stepledger ledger wake-ups')
    try {
      const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
      client.on('notification', ({ payload }) => {
        if (payload === 'events' || payload === 'rules') wake(payload)
      })
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      // Whatever was said while nobody listened.
      wake('events')
      wake('rules')
      await Promise.race([lost, aborted(ending.signal)])
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function listen(): Promise<void> {
    let failures = 0
    while (!ending.signal.aborted) {
      try {
        await listenOnce()
        failures = 0
        if (!ending.signal.aborted) log.warn('the connection that hears of new events was lost')
      } catch (error) {
        log.warn(`can't hear of new events: ${error instanceof Error ? error.message : String(error)}`)
      }
      failures++
      await backOff(failures, ending.signal)
    }
  }

  const listening = listen()
  return {
    count: (topic) => counts[topic],
    async beyond(topic, count, ms, signal) {
      if (counts[topic] > count || signal.aborted) return
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          waiting[topic].delete(done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, ms)
        waiting[topic].add(done)
        signal.addEventListener('abort', done)
      })
    },
    async close() {
      ending.abort()
      await listening
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
