import { setTimeout as sleep } from 'node:timers/promises'
import { errorStack } from '@stepledger/contracts/error-message.ts'
import { backOff } from '../async/back-off.ts'
import type { Database } from '../database/database.ts'
import { campaignForLeadership } from '../database/leader.ts'
import { listen } from '../database/listen.ts'
import type { Log } from '../log/log.ts'

/**
 * Looks for what is to be done and does it. Gives after how many ms to look again. It must bear being cut off anywhere
 * and done again.
 */
export type BackgroundWork = (signal: AbortSignal) => Promise<number>

export interface BackgroundWorker {
  stop(): Promise<void>
}

export interface BackgroundOptions {
  readonly database: Database
  readonly log: Log
  /** A pair of `advisoryLocks`: one process of those that stand for it does the works. */
  readonly lock: readonly [number, number]
  /** By which notices of Postgres it is woken, beside the clock. */
  readonly wokenBy?: { readonly channel: string; readonly applicationName: string; readonly about: string }
  readonly works: readonly { readonly about: string; readonly work: BackgroundWork }[]
}

/**
 * Does each of these works again and again, in one process of all: when its time has come, and when Postgres says so.
 */
export async function startBackgroundWorker(options: BackgroundOptions): Promise<BackgroundWorker> {
  const { database, log, lock, wokenBy, works } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const wakes = works.map(() => () => {})
  const wakeAll = () => {
    for (const wake of wakes) wake()
  }
  const leader = await campaignForLeadership({
    database,
    lock,
    log,
    onChange: wakeAll,
  })

  async function run({ about, work }: (typeof works)[number], nth: number): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const pause = new AbortController()
      wakes[nth] = () => pause.abort()
      try {
        const ms = leader.leads() ? await work(signal) : Number.POSITIVE_INFINITY
        failures = 0
        await paused(Math.min(ms, longestMs), pause.signal)
      } catch (error) {
        if (signal.aborted) return
        failures += 1
        log.warn(`${about}: ${errorStack(error)}`)
        await backOff(failures, signal, longestMs)
      }
    }
  }

  const hearing = wokenBy && listen(database, { ...wokenBy, log, onNotice: wakeAll, onMissed: wakeAll })
  const running = works.map(run)
  return {
    async stop() {
      stopping.abort()
      wakeAll()
      await hearing?.stop()
      await Promise.all(running)
      await leader.stop()
    },
  }
}

/** However long a work says, it is looked again after so long. */
const longestMs = 60_000

async function paused(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
