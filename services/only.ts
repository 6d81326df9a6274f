import { parseArgs } from 'node:util'
import { ConfigError } from './platform/config/config.ts'

export const serviceNames = ['ingest', 'accounts', 'query', 'projector'] as const
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
