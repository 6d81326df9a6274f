import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Database } from '../database/database.ts'
import { campaignForLeadership } from '../database/leader.ts'
import type { Log } from '../log/log.ts'
import type { Push } from '../push/push.ts'
import { closeRedis, connectRedis } from '../redis/ioredis.ts'
import { type BoardMirror, beginMirror } from './board-mirror.ts'
import { dropOtherMirrors } from './drop-mirrors.ts'

export interface MirrorOptions {
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

/** Poll intervals of requested boards and of changes without a notice, and pause after an error, ms. */
const pollMs = 100
const retryPauseMs = 500

/**
 * Mirrors the boards of the live generation to Redis: applies commits of Postgres, fills requested boards, drops other
 * generations. Only one process is active. After an error of Redis or Postgres it starts a new mirror; until then reads
 * fall back to Postgres.
 */
export async function mirrorBoards(options: MirrorOptions): Promise<BoardFollower> {
  const { database, push, url, prefix, log } = options
  const redis = connectRedis({ url, log, name: 'boards' })
  const stopping = new AbortController()
  let pauseEnd = new AbortController()
  let hasChanges = true
  let mayHaveSwitched = true
  let mirror: BoardMirror | null = null
  const wake = () => {
    hasChanges = true
    pauseEnd.abort()
  }
  const unsubscribe = push.subscribe((notice) => {
    if (notice.kind === 'switched') mayHaveSwitched = true
    if (notice.kind === 'folded' || notice.kind === 'switched') wake()
  }, wake)
  const leader = await campaignForLeadership({ database, lock: advisoryLocks.boards, log, onChange: wake })

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

  async function step(): Promise<boolean> {
    const mirror = await currentMirror()
    if (!mirror) return false
    const hadChanges = hasChanges
    hasChanges = false
    const followed = hadChanges ? await mirror.follow() : 0
    const filled = await mirror.fillRequested()
    if (followed > 0) hasChanges = true
    return followed + filled > 0
  }

  async function run(): Promise<void> {
    let polledAt = performance.now()
    while (!stopping.signal.aborted) {
      let pause = pollMs
      try {
        if (performance.now() - polledAt > 1_000) {
          polledAt = performance.now()
          hasChanges = true
          mayHaveSwitched = true
        }
        if (await step()) continue
      } catch (error) {
        log.warn(`restarting the mirror of boards in Redis: ${errorMessage(error)}`)
        await endMirror().catch(() => {})
        mayHaveSwitched = true
        pause = retryPauseMs
      }
      const signal = AbortSignal.any([stopping.signal, pauseEnd.signal])
      await sleep(pause, undefined, { signal }).catch(() => {})
      pauseEnd = new AbortController()
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      unsubscribe()
      await running
      await endMirror().catch(() => {})
      await leader.stop()
      await closeRedis(redis)
    },
  }
}
