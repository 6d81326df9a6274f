import { parseArgs } from 'node:util'
import { type Config, ConfigError } from './platform/config/config.ts'

export const serviceNames = ['ingest', 'accounts', 'catalogue', 'query', 'analysis', 'projector'] as const
export type ServiceName = (typeof serviceNames)[number]

/** The services that `--only a,b` names; all when nothing is said. Throws ConfigError for a name that is none. */
export function readOnly(args: readonly string[]): ReadonlySet<ServiceName> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } })
  if (values.only === undefined) return new Set(serviceNames)
  return new Set(values.only.split(',').map(nameOf))
}

function nameOf(text: string): ServiceName {
  const name = serviceNames.find((known) => known === text.trim())
  if (!name) throw new ConfigError(`--only: ${text} is no service; there are ${serviceNames.join(', ')}`)
  return name
}

/**
 * Refuses a configuration under which the services of this process and the others would not hear of each other. Only a
 * process that runs them all can do without what lies between processes; on the embedded database, which is one
 * process' own, there are no others.
 */
export function checkTogether(only: ReadonlySet<ServiceName>, config: Config): void {
  if (only.size === serviceNames.length) return
  const missing = serviceNames.filter((name) => !only.has(name)).join(', ')
  const elsewhere = `--only leaves ${missing} to other processes`
  if (config.databaseUrl === null) {
    if (config.ledgerUrl === null && config.redisUrl === null) return
    throw new ConfigError(`DATABASE_URL: must be set, ${elsewhere}, and they need the same database`)
  }
  if (config.redisUrl === null)
    throw new ConfigError(
      `REDIS_URL: must be set, ${elsewhere}, and what they tell each other goes through Redis`,
    )
}
