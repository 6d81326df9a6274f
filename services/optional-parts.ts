import { mediaKey } from '@stepledger/contracts/storage-keys.ts'
import type { Config } from './platform/config/config.ts'
import type { RedisSettings } from './platform/engine.ts'
import {
  followReachability,
  type Part,
  type Reachability,
  type Reached,
  silenceOf,
} from './platform/health/reachability.ts'
import type { Log } from './platform/log/log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Storage } from './platform/storage/storage.ts'

const timeoutMs = 5_000
/** Interval between probes, ms. A mail server may limit connections, so it gets fewer while it answers. */
const probeIntervalMs = 15_000
const mailIntervalMs = 300_000

/** No file has this key, so a storage that works answers that it does not exist. */
const noFile = mediaKey('0'.repeat(64), 'json')

interface OptionalParts {
  readonly redis: RedisSettings | null
  readonly storage: Pick<Storage, 'head'>
  readonly mailer: Pick<Mailer, 'check'>
}

/**
 * Follows the parts without which a process keeps working: Redis, the storage in S3 and the mail server, as far as they
 * are configured. `probe` returns what the last probe in the background found, which is logged while a part does not
 * answer.
 */
export async function followOptionalParts(
  { mailUrl, storageUrl }: Pick<Config, 'mailUrl' | 'storageUrl'>,
  { redis, storage, mailer }: OptionalParts,
  log: Pick<Log, 'warn'>,
  everyMs = probeIntervalMs,
): Promise<Pick<Reachability, 'probe'> & { stop(): Promise<void> }> {
  const redisProbe = redis && (await openRedisProbe(redis))
  const parts: Part[] = [
    ...(redisProbe ? [{ name: 'redis' as const, product: 'Redis', check: redisProbe.check }] : []),
    ...(storageUrl === null
      ? []
      : [{ name: 'storage' as const, product: 'S3', check: () => storage.head(noFile) }]),
    ...(mailUrl === null
      ? []
      : [
          {
            name: 'mail' as const,
            product: 'The mail server',
            check: afterSuccess(mailIntervalMs, () => mailer.check()),
          },
        ]),
  ]
  const reachability = followReachability(parts, { timeoutMs })
  let found: readonly Reached[] = []
  let foundAt = performance.now()
  const update = async () => {
    found = await reachability.probe()
    foundAt = performance.now()
  }
  const updateAndLog = async () => {
    await update()
    for (const sentence of silenceOf(found)) log.warn(sentence)
  }
  // Not logged: at the start each part logs its own failure.
  void update()
  const timer = parts.length > 0 ? setInterval(() => void updateAndLog(), everyMs) : null
  timer?.unref()
  return {
    probe: async () => {
      const sinceMs = performance.now() - foundAt
      return found.map(({ part, silentMs }) => ({
        part,
        silentMs: silentMs === null ? null : silentMs + sinceMs,
      }))
    },
    async stop() {
      if (timer) clearInterval(timer)
      await redisProbe?.close()
    },
  }
}

/** Skips a check within `ms` after one that succeeded. */
function afterSuccess(ms: number, check: () => Promise<unknown>): () => Promise<void> {
  let succeededAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - succeededAt < ms) return
    await check()
    succeededAt = performance.now()
  }
}

/** Probes Redis on a separate connection, without logging: other connections of the process log its failures. */
async function openRedisProbe({ url }: RedisSettings) {
  // Loads a library that a process without Redis does not need.
  const { closeRedis, connectRedis, redisAnswers } = await import('./platform/redis/ioredis.ts')
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const redis = connectRedis({ url, name: 'probe', log })
  const check = async () => {
    // At the start the connection is not open yet.
    if (!(await redisAnswers(redis, timeoutMs))) throw new Error('no connection')
    await redis.ping()
  }
  return { check, close: () => closeRedis(redis) }
}
