import { closeRedis, connectRedis } from './ioredis.ts'

export interface RedisProbe {
  /** Rejects while Redis does not answer. */
  check(): Promise<unknown>
  close(): Promise<void>
}

/** A connection of its own that only asks whether Redis answers. Logs nothing: other connections of the process do. */
export function openRedisProbe(url: string): RedisProbe {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const redis = connectRedis({ url, name: 'probe', log })
  return { check: () => redis.ping(), close: () => closeRedis(redis) }
}
