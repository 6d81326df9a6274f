import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { migrateAccounts } from './accounts/migrations.ts'
import { migrateAnalysis } from './analysis/publication/tables.ts'
import { migrateCatalogue } from './catalogue/uploads/tables.ts'
import { migrateIngest } from './ingest/tables.ts'
import type { Config } from './platform/config/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { grantToApplication } from './platform/database/grants.ts'
import { ledgerTables } from './platform/ledger/ledger-tables.ts'
import type { Log } from './platform/log/log.ts'
import { migrateGenerations } from './projector/generations/tables.ts'

export interface Migration {
  /** The address of the database as the role that owns its tables. */
  readonly ownerUrl: string
  /** And as the application. */
  readonly databaseUrl: string
  readonly log: Log
}

/**
 * Makes all tables of record, or brings them up to date, as their owner; then lets the application at them, if that is
 * another role. Waits for a database that is away.
 */
export async function migrateAll(
  { ownerUrl, databaseUrl, log }: Migration,
  { ledgerUrl }: Pick<Config, 'ledgerUrl'>,
): Promise<void> {
  const onTrouble = (error: unknown) => log.warn(`database: ${errorMessage(error)}`)
  const owner = openDatabase({ url: ownerUrl, maxConnections: 1, onTrouble })
  try {
    await migrateTables(owner)
    if (ledgerUrl === null) await ledgerTables(owner)
    const application = roleOf(databaseUrl)
    if (application !== roleOf(ownerUrl)) await grantToApplication(owner, application)
  } finally {
    await owner.close()
  }
}

/** Makes all tables of record but those of the ledger, or brings them up to date. */
export async function migrateTables(database: Database): Promise<void> {
  await migrateAccounts(database)
  await migrateIngest(database)
  await migrateGenerations(database)
  await migrateCatalogue(database)
  await migrateAnalysis(database)
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username)
