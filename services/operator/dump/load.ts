import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultPartitions, isPartitionCount, maxPartitions } from '@stepledger/contracts/ledger/topic.ts'
import type pg from 'pg'
import { z } from 'zod'
import { resumeErasures } from '../../accounts/erasure/erasure.ts'
import { continuePackIds } from '../../catalogue/uploads/pack-ids.ts'
import { openConfiguredDatabase } from '../../configured-database.ts'
import { continuePlayIds } from '../../ingest/play-ids/continue-play-ids.ts'
import { migrateAll } from '../../migrate-all.ts'
import { mapAtOnce } from '../../platform/async/map-at-once.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { tableExists } from '../../platform/database/table-exists.ts'
import { createLoadMark, loadingLedger } from '../../platform/database/unfinished-load.ts'
import { kafkaAddress } from '../../platform/ledger/kafka/address.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { setPartitions } from '../../platform/ledger/ledger-tables.ts'
import { postgresLedger } from '../../platform/ledger/postgres-ledger.ts'
import { type LedgerTarget, postgresTarget } from '../../platform/ledger/postgres-target.ts'
import type { Log } from '../../platform/log/log.ts'
import { storageOf } from '../../platform/storage/open-storage.ts'
import { recordRun } from '../../projector/generations/operator-runs.ts'
import { CommandFailedError, UsageError } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import type { ProgressOutput } from '../output.ts'
import { ledgerWithinMs } from '../store.ts'
import { checkDump } from './check.ts'
import {
  type CompleteManifest,
  openDump,
  partitionsOf,
  pathOfFile,
  readFileList,
  summary,
  verified,
} from './dump-folder.ts'
import { hasPartitions, loadLedger } from './load-ledger.ts'
import { loadTables, refuseNewerDump } from './tables.ts'

interface LoadOptions {
  readonly folder: string
  /** Of the new ledger; those of the dump by default, and in Kafka those of LEDGER_URL. */
  readonly partitions: number | undefined
  readonly config: Config
  readonly output: ProgressOutput
  readonly log: Log
  readonly now: () => number
}

/**
 * Loads a dump into an empty system. The events and files come first, then the tables in one transaction; until the end no
 * server starts on the database. Resumes after an interruption. Throws CommandFailedError, and changes nothing if the dump
 * is damaged or the database has data.
 */
export async function runLoad(options: LoadOptions) {
  const { folder, config, output, log } = options
  const dump = await openDump(folder)
  refuseNewerDump(dump.snapshot)
  const partitions = wantedPartitions(options, dump)
  const { problems } = await checkDump(folder, output)
  if (problems.length > 0)
    throw new CommandFailedError(
      `The dump is damaged, and nothing was loaded. ${problems.slice(0, 5).join(' ')}`,
    )
  const configured = await openConfiguredDatabase(
    { ...config, migrationDatabaseUrl: null },
    log,
    output.signal,
  )
  try {
    const ownerUrl = config.migrationDatabaseUrl ?? configured.ownerUrl
    return await loadInto({ ...options, dump, partitions, ownerUrl, databaseUrl: configured.databaseUrl })
  } finally {
    await configured.close()
  }
}

/** Throws UsageError. */
function wantedPartitions(
  { partitions, config: { ledgerUrl } }: LoadOptions,
  dump: CompleteManifest,
): number {
  const ofTopic = ledgerUrl === null ? null : kafkaAddress(ledgerUrl).partitions
  const count = partitions ?? ofTopic ?? partitionsOf(dump, 'events').length
  if (!isPartitionCount(count))
    throw new UsageError(
      `--partitions: must be a multiple of ${defaultPartitions}, and at most ${maxPartitions}`,
    )
  if (ofTopic !== null && ofTopic !== count)
    throw new UsageError(
      `--partitions: LEDGER_URL has ${ofTopic}; ?partitions=${count} there names another number`,
    )
  return count
}

interface Target extends LoadOptions {
  readonly dump: CompleteManifest
  readonly partitions: number
  readonly ownerUrl: string
  readonly databaseUrl: string
}

async function loadInto(into: Target) {
  const { folder, dump, config, output, log, now, ownerUrl, databaseUrl } = into
  const { snapshot } = dump
  // Reading a file must not end a transaction.
  const owner = openDatabase({ url: ownerUrl, maxConnections: 4, idleInTransactionMs: 0 })
  const migrate = () => migrateAll({ ownerUrl, databaseUrl, log }, config)
  try {
    await claimDatabase(owner, into)
    await migrate()
    const { ledger, target, close } = await openLedger(owner, into)
    try {
      const erasures = await loadLedger({ folder, dump, target, ledger, output })
      const loadedFiles = await loadFiles(into)
      await owner.transaction(async (tx) => {
        const skippedDays = Math.floor(Math.max(0, now() - snapshot.at) / dayMs) + 1
        const keepsPositions = hasPartitions(dump, into.partitions)
        await loadTables(tx, folder, snapshot, { skippedDays, keepsPositions, output })
        // The tables may be older than the ledger.
        await resumeErasures(tx, erasures)
      })
      await migrate()
      output.progress({ what: 'Finding ids in the ledger that the tables lack' })
      await continuePlayIds(owner, ledger)
      await continuePackIds(owner, ledger)
      await owner.transaction(async (tx) => {
        // It is the last dump of the loaded system.
        await recordRun(tx, 'backup', true, new Date(snapshot.at))
        await tx.query('drop table public.stepledger_load')
      })
      return { ...summary(dump), partitions: into.partitions, loadedFiles }
    } finally {
      await close()
    }
  } finally {
    await owner.close()
  }
}

const dayMs = 24 * 3600 * 1000

/** Marks an empty database as being loaded, unless an interrupted load of this ledger has. Throws CommandFailedError. */
async function claimDatabase(owner: Database, { config, dump, databaseUrl }: Target): Promise<void> {
  const name =
    config.databaseUrl === null
      ? `The database in ${config.dataDir}`
      : `The database ${new URL(databaseUrl).pathname.slice(1)}`
  await owner.transaction(async (tx) => {
    const loading = await loadingLedger(tx)
    if (loading === null) await refuseUsedDatabase(tx, name)
    else if (loading !== dump.ledgerId)
      throw new CommandFailedError(`${name} has an interrupted load of another ledger, ${loading}`)
    // The embedded database has the connections of this process, and no others.
    if (config.databaseUrl !== null) await refuseSessions(tx, name)
    if (loading !== null) return
    await tx.query(createLoadMark)
    await tx.query('insert into public.stepledger_load values ($1)', [dump.ledgerId])
  })
}

/** Tables with rows in any system that was used, and what their rows are. */
const usedTables: readonly { table: string; where?: string; one: string }[] = [
  { table: 'ledger.events', where: "topic = 'events'", one: 'event' },
  { table: 'accounts.players', one: 'account' },
  { table: 'catalogue.uploads', one: 'upload' },
  { table: 'projector.generations', one: 'generation' },
]

const countRow = z.tuple([z.object({ rows: z.int() })])

/** Throws CommandFailedError unless the database has no data. */
async function refuseUsedDatabase(tx: pg.PoolClient, name: string): Promise<void> {
  const found: string[] = []
  for (const { table, where = 'true', one } of usedTables) {
    if (!(await tableExists(tx, table))) continue
    const result = await tx.query(`select count(*)::int as rows from ${table} where ${where}`)
    const [{ rows }] = countRow.parse(result.rows)
    if (rows > 0) found.push(counted(rows, one))
  }
  if (found.length > 0)
    throw new CommandFailedError(
      `${name} is not empty: it has ${found.join(', ')}. Name a new database, or a new DATA_DIR.`,
    )
}

const sessionRow = z.tuple([z.object({ sessions: z.int() })])

/** How long connections that were just closed may take to end, ms. */
const endingMs = 5_000
const pollMs = 100

/** Refuses a database with other connections: a running server has cached its contents. Throws CommandFailedError. */
export async function refuseSessions(tx: pg.PoolClient, name: string): Promise<void> {
  const deadline = performance.now() + endingMs
  for (;;) {
    // A transaction would see the same sessions again.
    await tx.query('select pg_stat_clear_snapshot()')
    const { rows } = await tx.query(`
      select count(*)::int as sessions from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename is not null`)
    const [{ sessions }] = sessionRow.parse(rows)
    if (sessions === 0) return
    if (performance.now() >= deadline)
      throw new CommandFailedError(
        `${name} has ${counted(sessions, 'other connection')}: stop all servers first`,
      )
    await sleep(pollMs)
  }
}

interface OpenedLedger {
  readonly ledger: Ledger
  readonly target: LedgerTarget
  close(): Promise<void>
}

async function openLedger(
  owner: Database,
  { config: { ledgerUrl }, partitions, log }: Target,
): Promise<OpenedLedger> {
  if (ledgerUrl === null) {
    const found = await owner.transaction((tx) => setPartitions(tx, partitions))
    if (found !== partitions)
      throw new CommandFailedError(
        `An interrupted load there began with ${found} partitions: use --partitions ${found}, or an empty database`,
      )
    const ledger = await postgresLedger({ database: owner, log })
    const client = await owner.pool.connect()
    return {
      ledger,
      target: postgresTarget(client),
      async close() {
        client.release()
        await ledger.close()
      },
    }
  }
  const address = kafkaAddress(ledgerUrl)
  const [{ kafkaLedger }, { kafkaTarget }] = await Promise.all([
    import('../../platform/ledger/kafka/kafka-ledger.ts'),
    import('../../platform/ledger/kafka/kafka-target.ts'),
  ])
  const ledger = await kafkaLedger({ address, log, openWithinMs: ledgerWithinMs })
  try {
    const target = await kafkaTarget(address, log)
    return {
      ledger,
      target,
      async close() {
        await target.close()
        await ledger.close()
      },
    }
  } catch (error) {
    await ledger.close()
    throw error
  }
}

/** Files at once. */
const atOnce = 4

/** Stores the files that the storage does not have yet with their size. Returns how many it stored. */
async function loadFiles({ folder, dump, config, output, now }: Target): Promise<number> {
  const files = await readFileList(folder, dump.snapshot)
  const storage = await storageOf(config, now)
  try {
    const present = new Map<string, number>()
    for await (const { key, size } of storage.list('')) present.set(key, size)
    const missing = files.filter(({ key, bytes }) => present.get(key) !== bytes)
    const onProgress = (done: number) =>
      output.progress({ what: 'Loading the storage', done, of: missing.length, unit: 'files' })
    await mapAtOnce(missing, { atOnce, signal: output.signal, onProgress }, (file) =>
      storage.put(file.key, {
        stream: Readable.from(verified(pathOfFile(folder, file.key), file)),
        size: file.bytes,
      }),
    )
    return missing.length
  } finally {
    await storage.close()
  }
}
