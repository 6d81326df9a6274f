import type { ServiceName } from './chosen-services.ts'
import type { Engine } from './platform/engine.ts'
import type { Checks } from './platform/http/readiness.ts'
import type { Progress } from './platform/progress/progress.ts'

/**
 * Readiness checks of what these services cannot work without. The ledger is one of it only for a process that does
 * nothing but fold it: without the ledger plays are refused, and pages, sign-ins and rivals are served.
 */
export function neededChecks(
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
