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
  /**
   * Resolves once there were more notifications than `count`, when woken, after `ms`, or when the signal is aborted.
   */
  beyond(topic: Topic, count: number, ms: number, signal: AbortSignal): Promise<void>
  /** Resolves the pending calls of `beyond` without counting a notification. */
  wake(topic: Topic): void
  close(): Promise<void>
}

/** The notification of an append: its topic, then who appended if that process hands its events over. */
export function wakeUpText(topic: Topic, writer: string | null): string {
  return writer === null ? topic : `${topic} ${writer}`
}

/** Listens for the notifications that appends send on `channel`, except those about `events` by `ignoredWriter`. */
export function listenForWakeUps(
  database: Database,
  { channel, ignoredWriter, log }: { channel: string; ignoredWriter: string | null; log: Log },
): WakeUps {
  const ignored = ignoredWriter === null ? null : wakeUpText('events', ignoredWriter)
  const counts = { events: 0, rules: 0 } satisfies Record<Topic, number>
  const waiting: Record<Topic, Set<() => void>> = { events: new Set(), rules: new Set() }

  function wake(topic: Topic): void {
    for (const done of [...waiting[topic]]) done()
  }

  function count(topic: Topic): void {
    counts[topic]++
    wake(topic)
  }

  const listening = listen(database, {
    channel,
    applicationName: 'stepledger ledger wake-ups',
    about: 'new events',
    log,
    onNotice: (payload) => {
      if (payload === undefined || payload === ignored) return
      const [topic] = payload.split(' ')
      if (topic === 'events' || topic === 'rules') count(topic)
    },
    onMissed: () => {
      count('events')
      count('rules')
    },
  })
  return {
    count: (topic) => counts[topic],
    wake,
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
