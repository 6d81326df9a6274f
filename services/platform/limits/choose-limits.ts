import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { type Limits, limitsInMemory, noLimits } from './limits.ts'

const warning =
  'RATE_LIMITS=off: NOTHING LIMITS HOW OFTEN ANYBODY CALLS, passwords can be guessed. For load tests only.'

/** The limits that the configuration asks for. Says loudly when there are none, also where the log is told to be quiet. */
export function chooseLimits({ rateLimits }: Pick<Config, 'rateLimits'>, log: Logger): Limits {
  if (rateLimits !== 'off') return limitsInMemory(rateLimits)
  if (log.isLevelEnabled('warn')) log.warn(warning)
  else console.error(warning)
  return noLimits
}
