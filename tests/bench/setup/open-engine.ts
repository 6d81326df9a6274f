import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { migrateAccounts } from '@stepledger/services/accounts/migrations.ts'
import { migrateIngest } from '@stepledger/services/ingest/tables.ts'
import { type Engine, openEngine } from '@stepledger/services/platform/engine.ts'
import { initialiseLedger } from '@stepledger/services/platform/ledger/initialise-ledger.ts'
import type { NewEvent } from '@stepledger/services/platform/ledger/ledger.ts'
import { followProgress, type Progress } from '@stepledger/services/progress.ts'
import { migrateGenerations } from '@stepledger/services/projector/generations/tables.ts'
import type { OwnServer } from '../../../scripts/services/server-kind.ts'
import { ownKafka, ownRedis, postgresForTests, temporaryPostgres } from '../../../scripts/services.ts'
import type { Cleanup } from '../cleanup.ts'
import type { EngineName } from '../flags.ts'

const quiet = { info: () => {}, warn: console.error, error: console.error }

/** An engine with an initialised ledger on its own database, opened in this process. */
export interface BenchEngine {
  readonly databaseUrl: string
  /** Null on the embedded engine. */
  readonly ledgerUrl: string | null
  readonly redisUrl: string | null
  /** Process ids of the started Kafka and Redis. */
  readonly pids: ReadonlyMap<string, number>
  readonly engine: Engine
  readonly log: typeof quiet
}

export async function openBenchEngine(cleanup: Cleanup, name: EngineName = 'embedded'): Promise<BenchEngine> {
  const distributed = name === 'distributed'
  // A separate server: the connections of ten processes and of the embedded engine exceed its maximum.
  const postgres = await (distributed ? temporaryPostgres() : postgresForTests())
  cleanup.add(postgres.stop)
  const databaseUrl = postgres.url
  const pids = new Map<string, number>()
  const start = async (part: string, starting: Promise<OwnServer>) => {
    const server = await starting
    cleanup.add(server.stop)
    const pid = server.pid()
    if (pid !== null) pids.set(part, pid)
    return server.url
  }
  const ledgerUrl = distributed ? `${await start('Kafka', ownKafka({ flags: [] }))}?topics=make` : null
  const redisUrl = distributed ? await start('Redis', ownRedis()) : null
  const engine = await openEngine(
    { databaseUrl, ledgerUrl, redisUrl, pushChannel: randomUUID() },
    { maxConnections: 10, log: quiet },
  )
  cleanup.add(() => engine.close())
  const { database, ledger } = engine
  await migrateAccounts(database)
  await migrateIngest(database)
  await migrateGenerations(database)
  await initialiseLedger(ledger, {
    ledgerId: randomUUID(),
    at: 0,
    eventIds: [randomUUID(), randomUUID()],
    database,
  })
  return { databaseUrl, ledgerUrl, redisUrl, pids, engine, log: quiet }
}

/**
 * Appends all events, those of a player in order. Yields to the event loop regularly, because generating events takes
 * time.
 */
export async function appendAll({ engine }: BenchEngine, events: Iterable<NewEvent>): Promise<void> {
  const waiting: Promise<unknown>[] = []
  for (const event of events) {
    waiting.push(engine.ledger.append('events', event))
    if (waiting.length % 20 === 0) await setImmediate()
    if (waiting.length === 2000) await Promise.all(waiting.splice(0))
  }
  await Promise.all(waiting)
}

/**
 * Timeout for folding a backlog, and the poll interval for when another process folds and no notices arrive here, ms.
 */
const patience = 120_000
const lookEvery = 50

/**
 * Waits until the live generation has folded everything that the ledger contains at the call. Throws after two minutes.
 */
export async function waitUntilFolded({ engine }: BenchEngine, progress: Progress): Promise<void> {
  const deadline = performance.now() + patience
  const ends = await engine.ledger.ends('events')
  for (const [partition, end] of ends.entries()) {
    while (end > 0 && !(await progress.reached({ partition, offset: end - 1 }, lookEvery))) {
      if (performance.now() > deadline) throw new Error('the projector did not catch up within two minutes')
      await progress.refresh()
    }
  }
}

export async function followFold(bench: BenchEngine, cleanup: Cleanup): Promise<Progress> {
  const progress = await followProgress(bench.engine.database, bench.engine.push)
  cleanup.add(() => progress.stop())
  return progress
}
