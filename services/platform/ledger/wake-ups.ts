import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { type ChangeSignal, changeSignal } from '../async/change-signal.ts'
import type { Database } from '../database/database.ts'
import { listen } from '../database/listen.ts'
import type { Log } from '../log/log.ts'

/** Notifications of appends to each topic. They may be late, duplicated or lost, so readers also poll. */
export interface WakeUps extends Readonly<Record<Topic, ChangeSignal>> {
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
  const signals = { events: changeSignal(), rules: changeSignal() }
  const listening = listen(database, {
    channel,
    applicationName: 'stepledger ledger wake-ups',
    about: 'new events',
    log,
    onNotice: (payload) => {
      if (payload === undefined || payload === ignored) return
      const [topic] = payload.split(' ')
      if (topic === 'events' || topic === 'rules') signals[topic].notify()
    },
    onMissed: () => {
      signals.events.notify()
      signals.rules.notify()
    },
  })
  return { ...signals, close: () => listening.stop() }
}
