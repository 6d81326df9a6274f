import { randomUUID } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { rulesPublished } from '@stepledger/contracts/rules/events.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import { migrateAccounts } from '@stepledger/services/accounts/migrations.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { initialiseLedger } from '@stepledger/services/platform/ledger/initialise-ledger.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { inProcessPush } from '@stepledger/services/platform/push/in-process.ts'
import { readGenerations } from '@stepledger/services/projector/generations/generations.ts'
import { migrateGenerations } from '@stepledger/services/projector/generations/tables.ts'
import type { GenerationOptions } from '@stepledger/services/projector/manage-generations.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { vi } from 'vitest'
import { readyPostgres } from '../scripts/services/ready-postgres.ts'

/** An initialised ledger in a database of its own, with a running projector. */
export interface FoldingLedger {
  readonly url: string
  readonly database: Database
  readonly ledger: Ledger
  live(): Promise<StoredGeneration>
  /** Resolves once the live generation has folded the position, or everything that is in the ledger at the call. */
  folded(position?: Position): Promise<void>
  /** Stops the projector; later events are not folded. */
  stopFolding(): Promise<void>
  /** Starts a new projector. */
  startFolding(options?: GenerationOptions): Promise<void>
  /** Publishes rules; returns their offset. */
  publish(rules: Rules): Promise<number>
  /** Resolves once no generation is being built and, with `offset`, the live one uses the rules at that offset. */
  settled(offset?: number): Promise<StoredGeneration>
  close(): Promise<void>
}

/** A ledger whose projector polls every 20 ms. The projector logs into `logged`. */
export async function foldingLedger(logged: string[] = []): Promise<FoldingLedger> {
  const log = {
    info: (line: string) => void logged.push(line),
    warn: (line: string) => void logged.push(line),
    error: (line: string) => void logged.push(line),
  }
  const postgres = await readyPostgres()
  const database = openDatabase({ url: postgres.url, maxConnections: 6 })
  const ledger = await postgresLedger({ database, pollMs: 50 })
  const push = inProcessPush(postgres.url)
  await migrateAccounts(database)
  await migrateGenerations(database)
  await initialiseLedger(ledger, {
    ledgerId: '10000000-0000-4000-8000-000000000001',
    at: 1_700_000_000_000,
    eventIds: ['created', 'published'],
  })
  const pollMs = 20
  let projector = await runProjector({ database, ledger, push }, log, { pollMs })
  const live = async () => {
    const generation = await readLiveGeneration(database)
    if (!generation) throw new Error('no generation is live')
    return generation
  }
  return {
    url: postgres.url,
    database,
    ledger,
    live,
    async folded(position) {
      const wanted = position
        ? [...Array(position.partition).fill(0), position.offset + 1]
        : await ledger.ends('events')
      await vi.waitUntil(
        async () => {
          // Read again on every poll: a generation that was replaced meanwhile is not folded any further.
          const next = await readCheckpoints(database.pool, (await live()).id)
          return wanted.every((offset, partition) => (next[partition] ?? 0) >= offset)
        },
        { timeout: 60_000, interval: 10 },
      )
    },
    stopFolding: () => projector.stop(),
    async startFolding(options) {
      projector = await runProjector({ database, ledger, push }, log, { pollMs, ...options })
    },
    async publish(rules) {
      const key = 'rules'
      const event = { id: randomUUID(), at: 1_700_000_000_001, key, data: { rules } }
      return (await ledger.append('rules', { key, bytes: encodeEvent(rulesPublished, event) })).offset
    },
    async settled(offset) {
      await vi.waitUntil(
        async () => {
          const generations = await readGenerations(database.pool)
          if (generations.some(({ state }) => state === 'next' || state === 'abandoned')) return false
          return offset === undefined || (await live()).rulesOffset === offset
        },
        { timeout: 60_000, interval: 10 },
      )
      return live()
    },
    async close() {
      await projector.stop()
      await ledger.close()
      await push.close()
      await database.close()
      await postgres.stop()
    },
  }
}
