import { Redis } from 'ioredis'
import type { Log } from '../log/log.ts'

// The only file that imports ioredis: docs/decisions says what it is here for.
export type { ChainableCommander, Redis } from 'ioredis'

export interface RedisAddress {
  /** `redis://` or `rediss://user:password@host:port/db`. */
  readonly url: string
  readonly log: Log
  /** Seen by anyone who asks Redis for its clients. */
  readonly name: string
  /** How long Redis may take to answer, ms: what takes longer counts as lost. Default 2000. */
  readonly patience?: number
}

const longestPause = 1_000

/**
 * A connection that comes back whenever it is lost, for ever, and that never keeps anybody waiting: without a
 * connection a command fails at once, and one that was under way fails when the line goes. Connects in the background.
 * Speaks up once when Redis is lost, and once when it is back.
 */
export function connectRedis({ url, log, name, patience = 2_000 }: RedisAddress): Redis {
  const redis = new Redis(url, {
    connectionName: `stepledger-${name}`,
    connectTimeout: 2_000,
    commandTimeout: patience,
    keepAlive: 10_000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(longestPause, 20 * 2 ** Math.min(times, 10)),
  })
  let lost = false
  const onTrouble = (reason: string) => {
    if (!lost) log.warn(`Redis (${name}) is lost: ${reason}`)
    lost = true
  }
  redis.on('error', (error: Error) => onTrouble(error.message))
  redis.on('close', () => {
    if (!closing.has(redis)) onTrouble('the connection was closed')
  })
  redis.on('end', () => {
    lost = false
  })
  redis.on('ready', () => {
    if (lost) log.info(`Redis (${name}) is back`)
    lost = false
  })
  return redis
}

/** Those that we close ourselves. */
const closing = new WeakSet<Redis>()

/** Resolves once Redis answers, or after `ms`: true when it does. */
export function redisAnswers(redis: Redis, ms: number): Promise<boolean> {
  if (redis.status === 'ready') return Promise.resolve(true)
  return new Promise((resolve) => {
    const timeout = setTimeout(settle, ms, false)
    redis.once('ready', onReady)
    function onReady() {
      settle(true)
    }
    function settle(answers: boolean) {
      clearTimeout(timeout)
      redis.off('ready', onReady)
      resolve(answers)
    }
  })
}

/** Lets what is under way be answered, then closes. */
export async function closeRedis(redis: Redis): Promise<void> {
  closing.add(redis)
  await redis.quit().catch(() => {})
  redis.disconnect()
}
