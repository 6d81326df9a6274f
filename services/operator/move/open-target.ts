import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { openConfiguredDatabase } from '../../configured-database.ts'
import { migrateAll } from '../../migrate-all.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { kafkaAddress } from '../../platform/ledger/kafka/address.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { setPartitions } from '../../platform/ledger/ledger-tables.ts'
import { postgresLedger } from '../../platform/ledger/postgres-ledger.ts'
import type { LedgerTarget } from '../../platform/ledger/restore/ledger-target.ts'
import { postgresTarget } from '../../platform/ledger/restore/postgres-target.ts'
import type { Log } from '../../platform/log/log.ts'
import { storageOf } from '../../platform/storage/open-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { ledgerWithinMs } from '../store.ts'

export interface Target {
  /** Connected as the owner of the tables, and as the application. */
  readonly owner: Database
  readonly database: Database
  /** To read what has been copied. */
  readonly ledger: Ledger
  readonly events: LedgerTarget
  readonly storage: Storage
  /** Creates missing tables, and grants their rights to the application. */
  migrate(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens an empty system, or what an interrupted move has left, with this many partitions; starts an embedded database.
 * Calls `check` before it creates tables. Throws CommandFailedError.
 */
export async function openTarget(
  config: Config,
  partitions: number,
  log: Log,
  signal: AbortSignal,
  check: (owner: Database) => Promise<void>,
): Promise<Target> {
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    for (const one of closing.reverse()) await one()
  }
  try {
    const configured = await openConfiguredDatabase(config, log, signal)
    closing.push(() => configured.close())
    const { ownerUrl, databaseUrl } = configured
    // Copying may pause a transaction for longer than usual.
    const owner = openDatabase({ url: ownerUrl, maxConnections: 3, idleInTransactionMs: 0 })
    closing.push(owner.close)
    await check(owner)
    const database = openDatabase({ url: databaseUrl, maxConnections: 8 })
    closing.push(database.close)
    const migrate = () => migrateAll({ ownerUrl, databaseUrl, log }, config)
    await migrate()
    await usePartitions(owner, config, partitions)
    const { ledger, events } = await openLedger(config, { owner, database }, log, closing)
    const storage = await storageOf(config)
    closing.push(storage.close)
    return { owner, database, ledger, events, storage, migrate, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function usePartitions(owner: Database, { ledgerUrl }: Config, count: number): Promise<void> {
  const live = await readLiveGeneration(owner)
  const ofLedger = ledgerUrl === null ? await owner.transaction((tx) => setPartitions(tx, count)) : count
  const ofPages = live ? (await readCheckpoints(owner.pool, live.id)).length : count
  for (const found of [ofLedger, ofPages])
    if (found !== count)
      throw new CommandFailedError(
        `An earlier move there began with ${found} partitions: use --partitions ${found}, or move to an empty database`,
      )
}

async function openLedger(
  { ledgerUrl }: Config,
  { owner, database }: Pick<Target, 'owner' | 'database'>,
  log: Log,
  closing: (() => Promise<void>)[],
): Promise<Pick<Target, 'ledger' | 'events'>> {
  if (ledgerUrl === null) {
    const ledger = await postgresLedger({ database, log })
    closing.push(ledger.close)
    const client = await owner.pool.connect()
    closing.push(async () => client.release())
    return { ledger, events: postgresTarget(client) }
  }
  const address = kafkaAddress(ledgerUrl)
  const [{ kafkaLedger }, { kafkaTarget }] = await Promise.all([
    import('../../platform/ledger/kafka/kafka-ledger.ts'),
    import('../../platform/ledger/kafka/kafka-target.ts'),
  ])
  const ledger = await kafkaLedger({ address, log, openWithinMs: ledgerWithinMs })
  closing.push(ledger.close)
  const events = await kafkaTarget(address, log)
  closing.push(events.close)
  return { ledger, events }
}
