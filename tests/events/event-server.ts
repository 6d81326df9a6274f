import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { openDatabase } from '@stepledger/services/platform/database/database.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { startSystem } from '@stepledger/services/system.ts'
import { pino } from 'pino'
import { vi } from 'vitest'
import { postgresForTests } from '../../scripts/services.ts'
import { call } from '../system/client.ts'

export interface EventServer {
  readonly url: string
  readonly ledger: Ledger
  /** Appends plays, one after the other for each player. */
  play(events: readonly AnyEvent[]): Promise<void>
  /** Appends what is said of events. */
  say(...events: readonly AnyEvent[]): Promise<void>
  stop(): Promise<void>
}

/** The whole system in this process, on a database of its own; every answer is compared with its contract. `websiteDir`: the built web app. */
export async function startEventServer(websiteDir: string | null = null): Promise<EventServer> {
  const postgres = await postgresForTests()
  const database = openDatabase({ url: postgres.url, maxConnections: 4 })
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-events-'))
  const system = await startSystem({
    config: readConfig({
      PORT: '0',
      RATE_LIMITS: 'off',
      CHECK_ANSWERS: 'on',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
    }),
    log: pino({ level: 'silent' }),
    databaseUrl: postgres.url,
    only: new Set(['accounts', 'ingest', 'query', 'projector']),
    websiteDir,
    projectorWorker: null,
    packWorker: null,
    onDeath: (error) => {
      throw error
    },
  })
  const ready = async () => (await call(`${system.url}/health/ready`)).status === 200
  await vi.waitUntil(ready, { timeout: 60_000 })
  const ledger = await postgresLedger({ database })
  const append = (topic: 'events' | 'rules', event: AnyEvent) =>
    ledger.append(topic, { key: event.key, bytes: encodeAnyEvent(event) })
  return {
    url: system.url,
    ledger,
    play: async (events) => void (await Promise.all(events.map((event) => append('events', event)))),
    async say(...events) {
      for (const event of events) await append('rules', event)
    },
    async stop() {
      await system.stop()
      await ledger.close()
      await database.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
