import { setTimeout as sleep } from 'node:timers/promises'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { startBackgroundWorker } from '../background/background-worker.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Database } from '../database/database.ts'
import { campaignForLeadership } from '../database/leader.ts'
import type { Log } from '../log/log.ts'
import type { Push } from '../push/push.ts'
import { closeRedis, connectRedis } from '../redis/ioredis.ts'
import { type BoardMirror, beginMirror } from './board-mirror.ts'
import { dropOtherMirrors } from './drop-mirrors.ts'

interface MirrorOptions {
  readonly database: Database
  readonly push: Push
  readonly url: string
  /** Prefix of all names in Redis. */
  readonly prefix: string
  readonly log: Log
}

export interface BoardFollower {
  stop(): Promise<void>
}

/**
 * Interval between transfers of changes under load, because their cost is mostly fixed, ms. Until then a changed board is
 * read from Postgres.
 */
const transferMs = 100
/** Poll interval of requested boards, and of changes and switches without a notice, ms. */
const pollMs = 1_000

/**
 * Mirrors the boards of the live generation to Redis: applies commits of Postgres, fills requested boards, drops other
 * generations. Only one process is active. After an error of Redis or Postgres it starts a new mirror; until then reads
 * fall back to Postgres.
 */
export async function mirrorBoards(options: MirrorOptions): Promise<BoardFollower> {
  const { database, push, url, prefix, log } = options
  const redis = connectRedis({ url, log, name: 'boards' })
  let hasChanges = true
  let mayHaveSwitched = true
  let mirror: BoardMirror | null = null
  const leader = await campaignForLeadership({
    database,
    lock: advisoryLocks.boards,
    log,
    onChange: () => {},
  })

  async function endMirror(): Promise<void> {
    const old = mirror
    mirror = null
    await old?.end()
  }

  async function currentMirror(): Promise<BoardMirror | null> {
    if (!leader.leads() || redis.status !== 'ready') {
      await endMirror()
      return null
    }
    if (mirror && !mayHaveSwitched) return mirror
    mayHaveSwitched = false
    const live = await readLiveGeneration(database)
    if (mirror?.generation.id === live?.id) return mirror
    mirror = live && (await beginMirror({ database, redis, prefix }, live))
    if (mirror) await dropOtherMirrors(redis, prefix, mirror.name)
    return mirror
  }

  async function step(signal: AbortSignal): Promise<boolean> {
    const startedAt = performance.now()
    const mirror = await currentMirror()
    if (!mirror) return false
    const hadChanges = hasChanges
    hasChanges = false
    const followed = hadChanges ? await mirror.follow() : 0
    const filled = await mirror.fillRequested()
    if (followed > 0) {
      hasChanges = true
      await sleep(startedAt + transferMs - performance.now(), undefined, { signal }).catch(() => {})
    }
    return followed + filled > 0
  }

  let polledAt = performance.now()

  async function work(signal: AbortSignal): Promise<number> {
    if (performance.now() - polledAt >= pollMs) {
      polledAt = performance.now()
      hasChanges = true
      mayHaveSwitched = true
    }
    try {
      return (await step(signal)) ? 0 : pollMs
    } catch (error) {
      await endMirror().catch(() => {})
      mayHaveSwitched = true
      throw error
    }
  }

  const about = 'restarting the mirror of boards in Redis'
  const worker = await startBackgroundWorker({ database, log, works: [{ about, work }] })
  const wake = () => {
    hasChanges = true
    worker.wake()
  }
  const unsubscribe = push.subscribe((notice) => {
    if (notice.kind === 'switched') mayHaveSwitched = true
    if (notice.kind === 'folded' || notice.kind === 'switched') wake()
  }, wake)
  return {
    async stop() {
      unsubscribe()
      await worker.stop()
      await endMirror().catch(() => {})
      await leader.stop()
      await closeRedis(redis)
    },
  }
}
