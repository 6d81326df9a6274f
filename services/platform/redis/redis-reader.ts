import { withDeadline } from '../async/with-deadline.ts'
import { closeRedis, connectRedis, type RedisOptions, redisAnswers } from './ioredis.ts'
import { isUnknownScript, type Script } from './script.ts'

/** Runs read-only scripts. */
export interface RedisReader {
  /** Resolves once Redis responds, or after `ms`. */
  ready(ms: number): Promise<void>
  /**
   * Returns undefined if Redis is or just was unavailable, so that callers use their fallback. Null is the script's
   * result `false`.
   */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>
  close(): Promise<void>
}

/** Timeout of a script, and cool-down after a failure, ms. */
const timeoutMs = 250
const cooldownMs = 500

export function connectReader(options: Omit<RedisOptions, 'timeoutMs'>): RedisReader {
  const redis = connectRedis(options)
  const evaluate = async ({ text, hash }: Script, keys: readonly string[], args: readonly string[]) => {
    try {
      return await redis.evalsha(hash, keys.length, ...keys, ...args)
    } catch (error) {
      if (isUnknownScript(error)) return redis.eval(text, keys.length, ...keys, ...args)
      throw error
    }
  }
  let unavailableUntil = 0
  return {
    async ready(ms) {
      await redisAnswers(redis, ms)
    },
    async run(script, keys, args) {
      if (redis.status !== 'ready' || performance.now() < unavailableUntil) return undefined
      try {
        return await withDeadline(timeoutMs, evaluate(script, keys, args), 'a script in Redis')
      } catch (error) {
        unavailableUntil = performance.now() + cooldownMs
        if (redis.status === 'ready')
          options.log.warn(`Redis (${options.name}) did not respond: ${String(error)}`)
        return undefined
      }
    },
    close: () => closeRedis(redis),
  }
}
