import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { type Limits, limitsInMemory, noLimits } from './limits.ts'

/** The limits that the configuration asks for. Says loudly when there are none. */
export function chooseLimits({ rateLimits }: Pick<Config, 'rateLimits'>, log: Logger): Limits {
  if (rateLimits !== 'off') return limitsInMemory(rateLimits)
  log.warn(
    'RATE_LIMITS=off: NOTHING LIMITS HOW OFTEN ANYBODY CALLS, passwords can be guessed. For load tests only.',
  )
  return noLimits
}
