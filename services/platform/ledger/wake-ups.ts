import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { type ChangeSignal, changeSignal } from '../async/change-signal.ts'
import type { Database } from '../database/database.ts'
import { listen } from '../database/listen.ts'
import type { Log } from '../log/log.ts'

/** Notifications of appends to each topic. They may be late, duplicated or lost, so readers also poll. */
export interface WakeUps extends Readonly<Record<Topic, ChangeSignal>> {
  close(): Promise<void>
}

/** Listens for the notifications that appends send on `channel`, each with its topic. */
export function listenForWakeUps(database: Database, channel: string, log: Log): WakeUps {
  const signals = { events: changeSignal(), rules: changeSignal() }
  const listening = listen(database, {
    channel,
    applicationName: 'stepledger ledger wake-ups',
    about: 'new events',
    log,
    onNotice: (topic) => {
      if (topic === 'events' || topic === 'rules') signals[topic].notify()
    },
    onMissed: () => {
      signals.events.notify()
      signals.rules.notify()
    },
  })
  return { ...signals, close: () => listening.stop() }
}
