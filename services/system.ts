import { randomBytes, randomUUID } from 'node:crypto'
import type { ReadModels } from '@stepledger/projections/read-database.ts'
import type { FastifyInstance } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import { accounts, migrateAccounts } from './accounts/accounts.ts'
import { ingest } from './ingest/ingest.ts'
import { migrateIngest } from './ingest/tables.ts'
import type { Config } from './platform/config/config.ts'
import { type EngineAddress, openEngine } from './platform/engine.ts'
import { migrateGenerations } from './platform/generations/tables.ts'
import { httpServer } from './platform/http/server.ts'
import { postgresIdentity } from './platform/identity/postgres-identity.ts'
import { foundLedger } from './platform/ledger/found-ledger.ts'
import { chooseLimits } from './platform/limits/choose-limits.ts'
import { postgresDirectory } from './platform/players/postgres-directory.ts'
import { followProgress } from './platform/progress/progress.ts'
import { startProjectorThread } from './projector/projector-thread.ts'
import { runProjector } from './projector/run-projector.ts'
import { query } from './query/query.ts'

export const serviceNames = ['ingest', 'accounts', 'query', 'projector'] as const
export type ServiceName = (typeof serviceNames)[number]

export interface SystemOptions {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
  readonly only: ReadonlySet<ServiceName>
  /** Folder of the built web app, or null to serve none. */
  readonly websiteDir: string | null
  /** The built projector worker; null folds on this thread. */
  readonly projectorWorker: URL | null
}
