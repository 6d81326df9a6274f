import { z } from 'zod'
import { type Database, openDatabase } from './database/database.ts'
import type { Log } from './database/log.ts'
import { systemName } from './database/system-name.ts'
import type { Ledger } from './ledger/ledger.ts'
import { postgresLedger } from './ledger/postgres-ledger.ts'
import { inProcessPush } from './push/in-process.ts'
import type { Push } from './push/push.ts'
import { redisPush } from './push/redis-push.ts'

/** What every service stands on, whichever engine stands behind it. */
export interface Engine {
  readonly database: Database
  readonly ledger: Ledger
  readonly push: Push
  /** Names of the adapters, for people. */
  readonly names: { readonly ledger: string; readonly push: string }
  close(): Promise<void>
}

/** Where the engine is: null for the embedded adapter. */
export const engineAddress = z.object({
  databaseUrl: z.string(),
  redisUrl: z.string().nullable().default(null),
  /** Tells systems apart that share a process. */
  pushChannel: z.string(),
})
export type EngineAddress = z.input<typeof engineAddress>

/** Opens the adapters that the configuration names. Each thread and each process opens its own. */
export async function openEngine(
  address: EngineAddress,
  options: { maxConnections: number; log: Log },
): Promise<Engine> {
  const { databaseUrl, redisUrl, pushChannel } = engineAddress.parse(address)
  const { maxConnections, log } = options
  const database = openDatabase({
    url: databaseUrl,
    maxConnections,
    onTrouble: (error) => log.warn(`database: ${error instanceof Error ? error.message : String(error)}`),
  })
  const ledger = await postgresLedger({ database, log })
  const push =
    redisUrl === null
      ? inProcessPush(pushChannel)
      : await redisPush({ url: redisUrl, prefix: await systemName(database), log })
  return {
    database,
    ledger,
    push,
    names: { ledger: ledger.engine, push: redisUrl === null ? 'in process' : 'Redis' },
    async close() {
      await ledger.close()
      await push.close()
      await database.close()
    },
  }
}
