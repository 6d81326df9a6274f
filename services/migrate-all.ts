import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { accountsSteps } from './accounts/migrations.ts'
import { analysisSteps } from './analysis/publication/published-series.ts'
import { catalogueSteps } from './catalogue/uploads/tables.ts'
import { competitionsSteps } from './competitions/tables.ts'
import { ingestSteps } from './ingest/tables.ts'
import type { Config } from './platform/config/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { grantToApplication } from './platform/database/grants.ts'
import { migrate } from './platform/database/migrate.ts'
import { ledgerTables } from './platform/ledger/ledger-tables.ts'
import type { Log } from './platform/log/log.ts'
import { completeLiveGeneration } from './projector/generations/complete-live-generation.ts'
import { generationsSteps } from './projector/generations/tables.ts'

interface Migration {
  /** Connects as the role that owns the tables. */
  readonly ownerUrl: string
  /** Connects as the application role. */
  readonly databaseUrl: string
  readonly log: Log
}

/**
 * Migrates all tables of record as their owner, then grants access to the application role, if that is another one.
 * Retries while the database is unavailable.
 */
export async function migrateAll(
  { ownerUrl, databaseUrl, log }: Migration,
  { ledgerUrl }: Pick<Config, 'ledgerUrl'>,
): Promise<void> {
  const onError = (error: unknown) => log.warn(`database connection failed: ${errorMessage(error)}`)
  const owner = openDatabase({ url: ownerUrl, maxConnections: 1, onError })
  try {
    await migrateTables(owner)
    if (ledgerUrl === null) await ledgerTables(owner)
    const application = roleOf(databaseUrl)
    if (application !== roleOf(ownerUrl)) await grantToApplication(owner, application)
  } finally {
    await owner.close()
  }
}

/** The migrations of all tables of record except those of the ledger, by the names under which they are recorded. */
export const migrations = {
  accounts: accountsSteps,
  ingest: ingestSteps,
  generations: generationsSteps,
  catalogue: catalogueSteps,
  competitions: competitionsSteps,
  analysis: analysisSteps,
} as const

/** Migrates all tables of record except those of the ledger, and completes those of a generation of the release before. */
export async function migrateTables(database: Database): Promise<void> {
  for (const [name, steps] of Object.entries(migrations)) await migrate(database, name, steps)
  await completeLiveGeneration(database)
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username)
