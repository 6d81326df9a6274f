import type { ServiceName } from '@stepledger/services/chosen-services.ts'
import { runCaddy } from '../services/caddy.ts'
import type { LocalServer } from '../services/local-program.ts'
import { type ServiceProcess, serviceProcess } from './service-process.ts'

/** The processes of docker-compose.yml: name and service. */
export const processes = {
  ingest: 'ingest',
  accounts: 'accounts',
  catalogue: 'catalogue',
  competitions: 'competitions',
  'query-1': 'query',
  'query-2': 'query',
  analysis: 'analysis',
  'projector-1': 'projector',
  'projector-2': 'projector',
} as const
export type ProcessName = keyof typeof processes

interface DistributedOptions {
  readonly env: Readonly<Record<string, string>>
  /** Further environment of the processes of one service. */
  readonly envOf?: (service: ServiceName) => Readonly<Record<string, string>>
  /** Port of the proxy in front; a free one by default. */
  readonly port?: number
  readonly onLine?: (name: ProcessName, line: string) => void
}

/** Each service in its own process behind Caddy. */
export interface Distributed {
  readonly url: string
  readonly front: LocalServer
  readonly services: Readonly<Record<ProcessName, ServiceProcess>>
  /** Stops all; returns the exit codes of those that were running. */
  stop(): Promise<Readonly<Partial<Record<ProcessName, number | null>>>>
}

/** Starts all concurrently and waits until each is ready. */
export async function startDistributed(options: DistributedOptions): Promise<Distributed> {
  const { env, envOf = () => ({}), port, onLine } = options
  const make = (name: ProcessName) =>
    serviceProcess({
      name,
      only: processes[name],
      env: { ...env, ...envOf(processes[name]) },
      ...(onLine ? { onLine: (line: string) => onLine(name, line) } : {}),
    })
  const services = {
    ingest: await make('ingest'),
    accounts: await make('accounts'),
    catalogue: await make('catalogue'),
    competitions: await make('competitions'),
    'query-1': await make('query-1'),
    'query-2': await make('query-2'),
    analysis: await make('analysis'),
    'projector-1': await make('projector-1'),
    'projector-2': await make('projector-2'),
  } satisfies Record<ProcessName, ServiceProcess>
  const all = Object.values(services)
  const behind = (service: string) =>
    all.filter(({ name }) => name.startsWith(service)).map(({ address }) => address)
  for (const service of all) service.start()
  try {
    await Promise.all(all.map((service) => service.ready()))
    const caddy = await runCaddy(
      {
        ingest: behind('ingest'),
        accounts: behind('accounts'),
        catalogue: behind('catalogue'),
        competitions: behind('competitions'),
        query: behind('query'),
        analysis: behind('analysis'),
        projector: behind('projector'),
      },
      port === undefined ? {} : { port },
    )
    return {
      url: caddy.url,
      front: caddy,
      services,
      async stop() {
        const codes = await Promise.all(
          all.map(async (service) => [service.name, await service.stop()] as const),
        )
        await caddy.stop()
        return Object.fromEntries(codes)
      },
    }
  } catch (error) {
    await Promise.all(all.map((service) => service.kill()))
    throw error
  }
}
