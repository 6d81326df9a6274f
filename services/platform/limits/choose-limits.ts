import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { RedisSettings } from '../engine.ts'
import { type Limits, limitsInMemory, noLimits } from './limits.ts'

const warning =
  'RATE_LIMITS=off: REQUESTS ARE NOT RATE-LIMITED, so passwords can be guessed. For load tests only.'

interface ChosenLimits {
  readonly limits: Limits
  close(): Promise<void>
}

/**
 * Opens the configured limits: shared by all processes if Redis is configured. Warns if limits are disabled, even with a
 * quiet log level.
 */
export async function chooseLimits(
  { rateLimits }: Pick<Config, 'rateLimits'>,
  redis: RedisSettings | null,
  log: Logger,
): Promise<ChosenLimits> {
  const close = async () => {}
  if (rateLimits === 'off') {
    if (log.isLevelEnabled('warn')) log.warn(warning)
    else console.error(warning)
    return { limits: noLimits, close }
  }
  if (redis === null) return { limits: limitsInMemory(rateLimits), close }
  const { redisLimits } = await import('./redis-limits.ts')
  const limits = redisLimits({ ...redis, rateLimits, log })
  await limits.ready()
  return { limits, close: () => limits.close() }
}
