import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { startLocalSystem } from '../system/local-system.ts'

export interface CompetitionServer {
  readonly url: string
  readonly database: Database
  readonly ledger: Ledger
  readonly dataDir: string
  /** Appends plays, those of a player in order. */
  play(events: readonly AnyEvent[]): Promise<void>
  /** Appends events about competitions. */
  say(...events: readonly AnyEvent[]): Promise<void>
  stop(): Promise<void>
}

/**
 * The whole system in this process, with its own database and every answer checked against its contract. `websiteDir`:
 * the built web app.
 */
export async function startCompetitionServer(websiteDir: string | null = null): Promise<CompetitionServer> {
  const only = ['accounts', 'competitions', 'ingest', 'query', 'projector'] as const
  const system = await startLocalSystem({ websiteDir, only })
  const ledger = await postgresLedger({ database: system.database })
  const append = (topic: 'events' | 'rules', event: AnyEvent) =>
    ledger.append(topic, { key: event.key, bytes: encodeAnyEvent(event) })
  return {
    url: system.url,
    database: system.database,
    ledger,
    dataDir: system.dataDir,
    play: async (events) => void (await Promise.all(events.map((event) => append('events', event)))),
    async say(...events) {
      for (const event of events) await append('rules', event)
    },
    async stop() {
      await ledger.close()
      await system.stop()
    },
  }
}
