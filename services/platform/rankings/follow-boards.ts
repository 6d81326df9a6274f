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

export interface FollowBoardsOptions {
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
const lookEvery = 100
const restMs = 500

/**
 * Mirrors the boards of the live generation to Redis: applies commits of Postgres, fills requested boards, drops other
 * generations. Only one process is active. After an error of Redis or Postgres it starts a new mirror; until then reads
 * fall back to Postgres.
 */
export async function followBoards(options: FollowBoardsOptions): Promise<BoardFollower> {
  const { database, push, url, prefix, log } = options
  const redis = connectRedis({ url, log, name: 'boards' })
  const stopping = new AbortController()
  let awake = new AbortController()
  let changes = true
  let another = true
  let mirror: BoardMirror | null = null
  const wake = () => {
    changes = true
    awake.abort()
  }
  const unsubscribe = push.subscribe((notice) => {
    if (notice.kind === 'switched') another = true
    if (notice.kind === 'folded' || notice.kind === 'switched') wake()
  }, wake)
  const leader = await campaignForLeadership({ database, lock: advisoryLocks.boards, log, onChange: wake })

  async function letGo(): Promise<void> {
    const old = mirror
    mirror = null
    await old?.end()
  }

  async function keep(): Promise<BoardMirror | null> {
    if (!leader.leads() || redis.status !== 'ready') {
      await letGo()
      return null
    }
    if (mirror && !another) return mirror
    another = false
    const live = await readLiveGeneration(database)
    if (mirror?.generation.id === live?.id) return mirror
    mirror = live && (await beginMirror({ database, redis, prefix }, live))
    if (mirror) await dropOtherMirrors(redis, prefix, mirror.name)
    return mirror
  }

  async function step(): Promise<boolean> {
    const mirror = await keep()
    if (!mirror) return false
    const noticed = changes
    changes = false
    const moved = noticed ? await mirror.follow() : 0
    const wanted = await mirror.fillWanted()
    if (moved > 0) changes = true
    return moved + wanted > 0
  }

  async function run(): Promise<void> {
    let looked = performance.now()
    while (!stopping.signal.aborted) {
      let pause = lookEvery
      try {
        if (performance.now() - looked > 1_000) {
          looked = performance.now()
          changes = true
          another = true
        }
        if (await step()) continue
      } catch (error) {
        log.warn(`restarting the mirror of boards in Redis: ${errorMessage(error)}`)
        await letGo().catch(() => {})
        another = true
        pause = restMs
      }
      const signal = AbortSignal.any([stopping.signal, awake.signal])
      await sleep(pause, undefined, { signal }).catch(() => {})
      awake = new AbortController()
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      unsubscribe()
      await running
      await letGo().catch(() => {})
      await leader.stop()
      await closeRedis(redis)
    },
  }
}
