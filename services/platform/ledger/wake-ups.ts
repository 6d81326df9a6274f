import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Database } from '../database/database.ts'
import { listen } from '../database/listen.ts'
import type { Log } from '../log/log.ts'

/** Notifications of appends to a topic. They may be late, duplicated or lost, so readers also poll. */
export interface WakeUps {
  /**
   * Number of notifications so far. Call it before reading the ledger, so that a notification in between is not
   * missed.
   */
  count(topic: Topic): number
  /** Resolves once there were more notifications than `count`, after `ms`, or when the signal is aborted. */
  beyond(topic: Topic, count: number, ms: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Listens for the notifications that appends send on `channel`. */
export function listenForWakeUps(database: Database, channel: string, log: Log): WakeUps {
  const counts = { events: 0, rules: 0 } satisfies Record<Topic, number>
  const waiting: Record<Topic, Set<() => void>> = { events: new Set(), rules: new Set() }

  function wake(topic: Topic): void {
    counts[topic]++
    for (const done of [...waiting[topic]]) done()
  }

  const listening = listen(database, {
    channel,
    applicationName: 'stepledger ledger wake-ups',
    about: 'new events',
    log,
    onNotice: (payload) => {
      if (payload === 'events' || payload === 'rules') wake(payload)
    },
    onMissed: () => {
      wake('events')
      wake('rules')
    },
  })
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
    close: () => listening.stop(),
  }
}
