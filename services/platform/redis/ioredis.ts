import { Redis } from 'ioredis'
import type { Log } from '../log/log.ts'

// The only file that imports ioredis; for the reason see docs/decisions.md.
export type { ChainableCommander, Redis } from 'ioredis'

export interface RedisOptions {
  /** `redis://` or `rediss://user:password@host:port/db`. */
  readonly url: string
  readonly log: Log
  /** Client name, shown by CLIENT LIST. */
  readonly name: string
  /** Timeout of a command, after which the connection counts as lost, ms. Default 2000. */
  readonly timeoutMs?: number
}

const maxPauseMs = 1_000

/**
 * Opens a connection in the background that reconnects forever. Commands never wait for it: without a connection they
 * fail at once, and commands in flight fail when it is lost. Logs once when Redis is lost, and once when it is back.
 */
export function connectRedis({ url, log, name, timeoutMs = 2_000 }: RedisOptions): Redis {
  const redis = new Redis(url, {
    connectionName: `stepledger-${name}`,
    connectTimeout: 2_000,
    commandTimeout: timeoutMs,
    keepAlive: 10_000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(maxPauseMs, 20 * 2 ** Math.min(times, 10)),
  })
  let lost = false
  const onError = (reason: string) => {
    if (!lost) log.warn(`Redis (${name}) is lost: ${reason}`)
    lost = true
  }
  redis.on('error', (error: Error) => onError(error.message))
  redis.on('close', () => {
    if (!closing.has(redis)) onError('the connection was closed')
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

/** Connections closed by this process. */
const closing = new WeakSet<Redis>()

/** Resolves with true once Redis responds, or with false after `ms`. */
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

/** Waits for commands in flight, then closes. */
export async function closeRedis(redis: Redis): Promise<void> {
  closing.add(redis)
  await redis.quit().catch(() => {})
  redis.disconnect()
}
