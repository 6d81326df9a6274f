import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, errorStack } from '@stepledger/contracts/error-message.ts'
import { backOff } from '../async/back-off.ts'
import type { Database } from '../database/database.ts'
import { campaignForLeadership } from '../database/leader.ts'
import { listen } from '../database/listen.ts'
import { isTransient } from '../database/transient-errors.ts'
import { LedgerUnavailableError } from '../ledger/ledger.ts'
import type { Log } from '../log/log.ts'
import { isRedisOutage } from '../redis/redis-outage.ts'

/**
 * Performs the pending work, and returns the ms until the next run. Must be idempotent, since it may be interrupted
 * anywhere and retried.
 */
export type BackgroundWork = (signal: AbortSignal) => Promise<number>

export interface BackgroundWorker {
  /** Ends pauses and back-off early. */
  wake(): void
  stop(): Promise<void>
}

interface BackgroundOptions {
  readonly database: Database
  readonly log: Log
  /** A pair of `advisoryLocks` for leader election: only the leader works. Without it, every process works. */
  readonly lock?: readonly [number, number]
  /** The Postgres channel that ends pauses and back-off early. */
  readonly wokenBy?: string
  readonly works: readonly { readonly about: string; readonly work: BackgroundWork }[]
}

/** Runs each work periodically and on notifications, with back-off after errors. */
export async function startBackgroundWorker(options: BackgroundOptions): Promise<BackgroundWorker> {
  const { database, log, lock, wokenBy, works } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const wakes = works.map(() => () => {})
  const wakeAll = () => {
    for (const wake of wakes) wake()
  }
  const leader = lock && (await campaignForLeadership({ database, lock, log, onChange: wakeAll }))

  async function run({ about, work }: (typeof works)[number], nth: number): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const pause = new AbortController()
      wakes[nth] = () => pause.abort()
      try {
        const ms = (leader?.leads() ?? true) ? await work(signal) : Number.POSITIVE_INFINITY
        failures = 0
        await sleep(Math.min(ms, maxIntervalMs), undefined, { signal: pause.signal }).catch(() => {})
      } catch (error) {
        if (signal.aborted) return
        failures += 1
        const isOutage = isTransient(error) || isRedisOutage(error) || error instanceof LedgerUnavailableError
        log.warn(`${about}: ${isOutage ? errorMessage(error) : errorStack(error)}`)
        await backOff(failures, pause.signal, maxIntervalMs)
      }
    }
  }

  const listening =
    wokenBy === undefined
      ? null
      : listen(database, log, { channel: wokenBy, onNotice: wakeAll, onMissed: wakeAll })
  const running = works.map(run)
  return {
    wake: wakeAll,
    async stop() {
      stopping.abort()
      wakeAll()
      await listening?.stop()
      await Promise.all(running)
      await leader?.stop()
    },
  }
}

/** Maximum interval between two runs, ms. */
const maxIntervalMs = 60_000
