import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import { type Engine, openEngine } from '@stepledger/services/platform/engine.ts'
import { vi } from 'vitest'
import type { FaultySystem } from './faulty-system.ts'

const foldedWithinMs = 120_000
const log = { info: () => {}, warn: () => {}, error: () => {} }

/** Runs `work` with an engine in this process, whose connections bypass the cuttable proxies. */
export async function withEngine<T>(
  { env }: FaultySystem,
  work: (engine: Engine, live: StoredGeneration) => Promise<T>,
): Promise<T> {
  const address = { databaseUrl: env.DATABASE_URL, ledgerUrl: env.LEDGER_URL, pushChannel: 'faults' }
  const engine = await openEngine(address, { maxConnections: 2, log })
  try {
    const live = await readLiveGeneration(engine.database)
    if (!live) throw new Error('no generation is live')
    return await work(engine, live)
  } finally {
    await engine.close()
  }
}

/** Waits until everything in the ledger is folded. On timeout throws with the last log lines of the projectors. */
export async function untilFolded(
  { system }: FaultySystem,
  { ledger, database }: Engine,
  live: StoredGeneration,
): Promise<void> {
  const ends = await ledger.ends('events')
  let next: readonly number[] = []
  const isFolded = async () => {
    next = await readCheckpoints(database.pool, live.id)
    return ends.every((end, partition) => (next[partition] ?? 0) >= end)
  }
  await vi.waitUntil(isFolded, { timeout: foldedWithinMs, interval: 100 }).catch(() => {
    const { services } = system
    const words = [services['projector-1'], services['projector-2']].map((one) => one.lastLines())
    throw new Error(`folded up to ${next} of ${ends}:\n${words.join('\n')}`)
  })
}
