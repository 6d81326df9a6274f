import { openConfiguredDatabase } from '../../configured-database.ts'
import { migrateAll } from '../../migrate-all.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { applySteps } from '../../platform/database/migrate.ts'
import { kafkaAddress } from '../../platform/ledger/kafka/address.ts'
import { ledgerSteps, setPartitions } from '../../platform/ledger/ledger-tables.ts'
import { postgresTarget } from '../../platform/ledger/restore/postgres-target.ts'
import type { Log } from '../../platform/log/log.ts'
import { storageOf } from '../../platform/storage/open-storage.ts'
import { recordRun } from '../../projector/generations/operator-runs.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { ProgressOutput } from '../output.ts'
import { ledgerWithinMs } from '../store.ts'
import { adoptNewerEvents } from './adopt-newer-events.ts'
import { checkFiles } from './check-backup.ts'
import { openBackupFolder } from './files/backup-folder.ts'
import type { BackupKey } from './files/backup-key.ts'
import type { FileStore } from './files/file-store.ts'
import { eventsFrom, restoreLedger } from './ledger/restore-ledger.ts'
import { backupName, type Manifest, summary } from './manifest.ts'
import { restoreObjects } from './storage-objects.ts'
import { refuseSessions, refuseUsedDatabase } from './tables/refuse-used-database.ts'
import {
  daysSince,
  refuseNewerBackup,
  restoreTables,
  tablesOf,
  withoutGenerations,
} from './tables/restore-tables.ts'

interface RestoreOptions {
  readonly folder: string
  readonly key: BackupKey | null
  /** Time of the backup; the newest by default. */
  readonly at: string | undefined
  readonly config: Config
  readonly output: ProgressOutput
  readonly log: Log
  readonly now: () => number
}

export type RestoreReport = Awaited<ReturnType<typeof runRestore>>

/**
 * Restores a backup into an empty database, an empty storage or one with the same files, and a ledger that is empty or
 * has the same events. The files come first, then a ledger in Kafka, at last everything in Postgres in one transaction:
 * an interrupted restore is run again. Throws CommandFailedError, and changes nothing if the backup is damaged.
 */
export async function runRestore(options: RestoreOptions) {
  const { folder: path, key, at, config, output, log } = options
  const folder = await openBackupFolder(path, key)
  const manifest = await folder.manifest(at)
  refuseNewerBackup(manifest.tables)
  const problems: string[] = []
  await checkFiles(folder.files, manifest, { add: (problem) => problems.push(problem), output })
  if (problems.length > 0)
    throw new CommandFailedError(
      `The backup is damaged, and nothing was restored. ${problems.slice(0, 5).join(' ')}`,
    )
  const configured = await openConfiguredDatabase(
    { ...config, migrationDatabaseUrl: null },
    log,
    output.signal,
  )
  try {
    const ownerUrl = config.migrationDatabaseUrl ?? configured.ownerUrl
    const into = { ...options, ownerUrl, databaseUrl: configured.databaseUrl }
    return await restoreInto(into, manifest, folder.files)
  } finally {
    await configured.close()
  }
}

type Into = RestoreOptions & { readonly ownerUrl: string; readonly databaseUrl: string }

async function restoreInto(into: Into, manifest: Manifest, files: FileStore) {
  const { config, log, ownerUrl, databaseUrl } = into
  // Reading a file must not end the transaction.
  const owner = openDatabase({ url: ownerUrl, maxConnections: 1, idleInTransactionMs: 0 })
  try {
    const name = new URL(databaseUrl).pathname.slice(1)
    const databaseName =
      config.databaseUrl === null ? `The database in ${config.dataDir}` : `The database ${name}`
    await owner.transaction(async (tx) => {
      await refuseUsedDatabase(tx, databaseName)
      // The embedded database has the connection of this process, and no others.
      if (config.databaseUrl !== null) await refuseSessions(tx, databaseName)
    })
    const restoredFiles = await restoreStorage(into, manifest, files)
    const newerEvents = await (config.ledgerUrl === null
      ? restorePostgres(owner, into, manifest, files, eventsFrom(manifest, files, manifest.knownToTables))
      : restoreBesideKafka(owner, into, config.ledgerUrl, manifest, files))
    await migrateAll({ ownerUrl, databaseUrl, log }, config)
    // The tables are those of before its end: it is the last backup of the restored system.
    await recordRun(owner.pool, 'backup', true, new Date(manifest.at))
    return {
      backup: backupName(manifest),
      ...summary(manifest),
      at: new Date(manifest.at).toISOString(),
      /** Events that the ledger had beyond the tables of the backup. */
      newerEvents,
      /** Of `files`, those that the storage did not have yet. */
      restoredFiles,
    }
  } finally {
    await owner.close()
  }
}

async function restoreStorage(
  { config, output, now }: Into,
  { objects }: Manifest,
  files: FileStore,
): Promise<number> {
  const storage = await storageOf(config, now)
  try {
    return await restoreObjects(objects, storage, files, output)
  } finally {
    await storage.close()
  }
}

async function restoreBesideKafka(
  owner: Database,
  into: Into,
  ledgerUrl: string,
  manifest: Manifest,
  files: FileStore,
): Promise<number> {
  const address = kafkaAddress(ledgerUrl)
  const { length: partitions } = manifest.ends.events
  if (address.partitions !== partitions)
    throw new CommandFailedError(
      `The backup has ${partitions} partitions: LEDGER_URL needs ?partitions=${partitions}, and topics with as many`,
    )
  const { log, output } = into
  const [{ kafkaLedger }, { kafkaTarget }, { checkTarget }] = await Promise.all([
    import('../../platform/ledger/kafka/kafka-ledger.ts'),
    import('../../platform/ledger/kafka/kafka-target.ts'),
    import('./ledger/check-target.ts'),
  ])
  const ledger = await kafkaLedger({ address, log, openWithinMs: ledgerWithinMs })
  try {
    await checkTarget(ledger, manifest, files)
    const target = await kafkaTarget(address, log)
    try {
      await restoreLedger(manifest, { files, target, output })
    } finally {
      await target.close()
    }
    async function* newer() {
      for await (const batch of ledger.read('events', manifest.knownToTables)) yield* batch
    }
    return await restorePostgres(owner, into, manifest, files, newer())
  } finally {
    await ledger.close()
  }
}

async function restorePostgres(
  owner: Database,
  into: Into,
  manifest: Manifest,
  files: FileStore,
  newer: Parameters<typeof adoptNewerEvents>[1],
): Promise<number> {
  const { config, output, now } = into
  return owner.transaction(async (tx) => {
    await restoreTables(tx, tablesOf(manifest.tables, files), {
      skippedDays: daysSince(now() - manifest.at),
      doing: 'Restoring',
      output,
    })
    await withoutGenerations(tx, manifest.liveGeneration)
    if (config.ledgerUrl === null) {
      await applySteps(tx, 'ledger', ledgerSteps)
      await setPartitions(tx, manifest.ends.events.length)
      await restoreLedger(manifest, { files, target: postgresTarget(tx), output })
    }
    return adoptNewerEvents(tx, newer)
  })
}
