import type { ServiceName } from './chosen-services.ts'
import type { Engine } from './platform/engine.ts'
import type { Checks } from './platform/http/readiness.ts'
import type { Progress } from './platform/progress/progress.ts'

const servicesWithLedger: readonly ServiceName[] = [
  'ingest',
  'accounts',
  'catalogue',
  'projector',
  'analysis',
]

/** Readiness checks of the dependencies of these services. */
export function neededChecks(
  only: ReadonlySet<ServiceName>,
  { database, ledger }: Pick<Engine, 'database' | 'ledger'>,
  progress: Pick<Progress, 'current'>,
): Checks {
  return {
    database: () => database.pool.query('select'),
    ...(servicesWithLedger.some((name) => only.has(name)) ? { ledger: () => ledger.ends('rules') } : {}),
    ...(only.has('query')
      ? {
          generation: async () => {
            if (!progress.current()) throw new Error('no generation is live yet')
          },
        }
      : {}),
  }
}
