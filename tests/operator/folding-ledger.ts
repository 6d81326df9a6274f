import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { migrateAccounts } from '@stepledger/services/accounts/migrations.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { readCheckpoints } from '@stepledger/services/platform/generations/checkpoints.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/services/platform/generations/live-generation.ts'
import { migrateGenerations } from '@stepledger/services/platform/generations/tables.ts'
import { foundLedger } from '@stepledger/services/platform/ledger/found-ledger.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { inProcessPush } from '@stepledger/services/platform/push/in-process.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { vi } from 'vitest'
import { postgresForTests } from '../../scripts/services.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** A founded ledger in a database of its own, with a projector that follows it. */
export interface FoldingLedger {
  readonly url: string
  readonly database: Database
  readonly ledger: Ledger
  live(): Promise<StoredGeneration>
  /** When the live generation holds the event, or all that is in the ledger now. */
  folded(position?: Position): Promise<void>
  /** Stops the projector; what comes is not folded any more. */
  stopFolding(): Promise<void>
  close(): Promise<void>
}

export async function foldingLedger(): Promise<FoldingLedger> {
  const postgres = await postgresForTests()
  const database = openDatabase({ url: postgres.url, maxConnections: 6 })
  const ledger = await postgresLedger({ database, pollMs: 50 })
  const push = inProcessPush(postgres.url)
  await migrateAccounts(database)
  await migrateGenerations(database)
  await foundLedger(ledger, {
    ledgerId: '10000000-0000-4000-8000-000000000001',
    at: 1_700_000_000_000,
    eventIds: ['created', 'published'],
  })
  const names = { ledger: ledger.engine, push: 'in process' }
  const projector = await runProjector({ database, ledger, push, names, close: async () => {} }, log)
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
      const { id } = await live()
      const wanted = position
        ? [...Array(position.partition).fill(0), position.offset + 1]
        : await ledger.ends('events')
      await vi.waitUntil(
        async () => {
          const next = await readCheckpoints(database.pool, id)
          return wanted.every((offset, partition) => (next[partition] ?? 0) >= offset)
        },
        { timeout: 20_000, interval: 10 },
      )
    },
    stopFolding: () => projector.stop(),
    async close() {
      await projector.stop()
      await ledger.close()
      await push.close()
      await database.close()
      await postgres.stop()
    },
  }
}
