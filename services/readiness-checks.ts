import type { ServiceName } from './chosen-services.ts'
import type { Engine } from './platform/engine.ts'
import type { Checks } from './platform/http/readiness.ts'
import type { Progress } from './progress.ts'

/**
 * Readiness checks of the dependencies that these services require. The ledger is required only by a process of the
 * projector alone: without the ledger plays are refused, but pages, sign-ins and rivals are served.
 */
export function readinessChecks(
  only: ReadonlySet<ServiceName>,
  { database, ledger }: Pick<Engine, 'database' | 'ledger'>,
  progress: Pick<Progress, 'current'>,
): Checks {
  return {
    database: () => database.pool.query('select'),
    ...(only.size === 1 && only.has('projector') ? { ledger: () => ledger.ends('rules') } : {}),
    ...(only.has('query')
      ? {
          generation: async () => {
            if (!progress.current()) throw new Error('no generation is live yet')
          },
        }
      : {}),
  }
}
