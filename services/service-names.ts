import { parseArgs } from 'node:util'
import { type Config, ConfigError } from './platform/config/config.ts'

export const serviceNames = [
  'ingest',
  'accounts',
  'catalogue',
  'competitions',
  'query',
  'analysis',
  'projector',
] as const
export type ServiceName = (typeof serviceNames)[number]

/** The services named by `--only a,b`; all without the option. Throws ConfigError for an unknown name. */
export function chosenServices(args: readonly string[]): ReadonlySet<ServiceName> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } })
  if (values.only === undefined) return new Set(serviceNames)
  return new Set(values.only.split(',').map(nameOf))
}

function nameOf(text: string): ServiceName {
  const name = serviceNames.find((known) => known === text.trim())
  if (!name) throw new ConfigError(`--only: unknown service ${text}; expected ${serviceNames.join(', ')}`)
  return name
}

/**
 * Throws ConfigError when the services of this process and those of other processes could not communicate. A process
 * that runs all services needs nothing shared; the embedded database belongs to a single process.
 */
export function checkChosenServices(only: ReadonlySet<ServiceName>, config: Config): void {
  if (only.size === serviceNames.length) return
  const missing = serviceNames.filter((name) => !only.has(name)).join(', ')
  const elsewhere = `--only leaves ${missing} to other processes`
  if (config.databaseUrl === null) {
    if (config.ledgerUrl === null && config.redisUrl === null) return
    throw new ConfigError(`DATABASE_URL: must be set, because ${elsewhere}, and they need the same database`)
  }
  if (config.redisUrl === null)
    throw new ConfigError(
      `REDIS_URL: must be set, because ${elsewhere}, and they exchange notices through Redis`,
    )
}
