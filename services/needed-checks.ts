import type { ServiceName } from './chosen-services.ts'
import type { Engine } from './platform/engine.ts'
import type { Checks } from './platform/http/readiness.ts'
import type { Progress } from './platform/progress/progress.ts'

const onLedger: readonly ServiceName[] = ['ingest', 'accounts', 'catalogue', 'projector', 'analysis']

/** Checks of what these services can't work without. */
export function neededChecks(
  only: ReadonlySet<ServiceName>,
  { database, ledger }: Pick<Engine, 'database' | 'ledger'>,
  progress: Pick<Progress, 'current'>,
): Checks {
  return {
    database: () => database.pool.query('select'),
    ...(onLedger.some((name) => only.has(name)) ? { ledger: () => ledger.ends('rules') } : {}),
    ...(only.has('query')
      ? {
          generation: async () => {
            if (!progress.current()) throw new Error('no generation is live yet')
          },
        }
      : {}),
  }
}
