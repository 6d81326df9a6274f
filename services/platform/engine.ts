import { type Database, openDatabase } from './database/database.ts'
import type { Log } from './database/log.ts'
import type { Ledger } from './ledger/ledger.ts'
import { postgresLedger } from './ledger/postgres-ledger.ts'
import { inProcessPush } from './push/in-process.ts'
import type { Push } from './push/push.ts'

/** What every service stands on, whichever engine stands behind it. */
export interface Engine {
  readonly database: Database
  readonly ledger: Ledger
  readonly push: Push
  /** Names of the adapters, for people. */
  readonly names: { readonly ledger: string; readonly push: string }
  close(): Promise<void>
}

export interface EngineAddress {
  readonly databaseUrl: string
  /** Tells systems apart that share a process. */
  readonly pushChannel: string
}

/** Opens the adapters that the configuration names. Each thread and each process opens its own. */
export async function openEngine(
  { databaseUrl, pushChannel }: EngineAddress,
  options: { maxConnections: number; log: Log },
): Promise<Engine> {
  const { maxConnections, log } = options
  const database = openDatabase({
    url: databaseUrl,
    maxConnections,
    onTrouble: (error) => log.warn(`database: ${error instanceof Error ? error.message : String(error)}`),
  })
  const ledger = await postgresLedger({ database, log })
  const push = inProcessPush(pushChannel)
  return {
    database,
    ledger,
    push,
    names: { ledger: ledger.engine, push: 'in process' },
    async close() {
      await ledger.close()
      await push.close()
      await database.close()
    },
  }
}
