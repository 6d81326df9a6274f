import { postgresForTests } from '../../../../scripts/services.ts'
import { type Database, openDatabase } from '../../database/database.ts'
import type { Ledger } from '../ledger.ts'
import { type PostgresLedgerOptions, postgresLedger } from '../postgres-ledger.ts'
import { type CuttableProxy, proxyTo } from './proxy.ts'

export interface CuttableLedger {
  readonly url: string
  readonly proxy: CuttableProxy
  /** Connects to the server without the proxy. */
  readonly direct: Database
  /** Opens the ledger through the proxy, so that its connections can be cut. */
  open(options?: Partial<PostgresLedgerOptions>): Promise<Ledger>
  close(): Promise<void>
}

export async function cuttableLedger(): Promise<CuttableLedger> {
  const { url, stop } = await postgresForTests()
  const proxy = await proxyTo(url)
  const direct = openDatabase({ url, maxConnections: 2 })
  const databases = [direct]
  const ledgers: Ledger[] = []
  return {
    url,
    proxy,
    direct,
    async open(options = {}) {
      const database = openDatabase({ url: proxy.url, maxConnections: 3 })
      databases.push(database)
      const ledger = await postgresLedger({ database, pollMs: 60_000, ...options })
      ledgers.push(ledger)
      return ledger
    },
    async close() {
      for (const ledger of ledgers) await ledger.close()
      for (const database of databases) await database.close()
      await proxy.close()
      await stop()
    },
  }
}

export const event = (key: string, text: string) => ({ key, bytes: Buffer.from(text) })
