import { sum } from '@stepledger/contracts/sum.ts'
import { finishBulk } from '@stepledger/projections/fold/bulk-tables.ts'
import { vacuumReadModels } from '@stepledger/projections/fold/read-models.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import PQueue from 'p-queue'
import type pg from 'pg'
import { z } from 'zod'
import { recordedAt } from '../../platform/ledger/recorded-at.ts'
import { FencedError } from '../fold/fence.ts'
import type { FoldMetrics } from '../fold/fold-metrics.ts'
import type { BatchWorker } from '../fold/fold-worker.ts'
import type { GenerationWithState } from '../generations/generations.ts'
import { bulkWorker, copyIn, type ExtraBuildFold, isBare } from './bulk-worker.ts'
import { type CatchUpOptions, catchUp, pause } from './catch-up.ts'
import { followSteps, type Steps } from './follow-steps.ts'

export interface BulkOptions extends Omit<CatchUpOptions, 'worker' | 'maxBatch'> {
  readonly generation: GenerationWithState
  readonly extraFold?: ExtraBuildFold | undefined
  readonly metrics: FoldMetrics
}

/** Maximum events of a batch; larger batches share the fixed cost of a transaction. */
const maxBatch = 500

/** Concurrent vacuums; the other connections are left to the live fold. */
const vacuumConnections = 2

/** Lag, in events, below which the ordinary fold takes over. */
const maxLag = 5_000

/**
 * Fills a bare generation nearly up to the live one. Plays are copied in batches behind the fence; derived tables, boards
 * and indexes are built at the end, in one transaction that also clears the `bare` flag. Does nothing when the generation
 * is not bare.
 */
export async function fillInBulk(options: BulkOptions): Promise<void> {
  const { database, generation, log, onProgress } = options
  if (!(await isBare(database.pool, generation.id))) return
  const steps = followSteps({ database, generation: generation.id, log, onProgress })
  try {
    await fill(options, steps)
  } finally {
    await steps.end()
  }
}

async function fill(options: BulkOptions, steps: Steps): Promise<void> {
  const { database, generation, log, signal, extraFold } = options
  const worker = options.metrics.watch(bulkWorker({ database, generation, log, extraFold }), 'build')
  await worker.load()
  let left = Number.POSITIVE_INFINITY
  for (;;) {
    await catchUp({ ...options, worker, maxBatch })
    if (signal.aborted) return
    const before = left
    left = await eventsLeft(options, worker)
    // Stops when a round no longer halves the lag.
    if (left <= maxLag || left > before / 2) break
  }
  await finish(options, worker, steps)
}

type Connection = Pick<CatchUpOptions['database']['pool'], 'query'>

async function eventsLeft({ database }: BulkOptions, worker: BatchWorker): Promise<number> {
  const live = await readLiveGeneration(database)
  return live ? sum(await readCheckpoints(database.pool, live.id)) - sum(worker.next) : 0
}

async function finish(options: BulkOptions, worker: BatchWorker, steps: Steps): Promise<void> {
  const { database, generation, log } = options
  const { id, schema } = generation
  log.info(`generation ${id}: ${sum(worker.next)} events copied, building boards and indexes`)
  await makeTables(options, worker, steps)
  const connections = new PQueue({ concurrency: vacuumConnections })
  await connections.addAll(
    vacuumReadModels(schema).map((text) => () => {
      steps.begin(text)
      return database.pool.query(text)
    }),
  )
}

async function makeTables(options: BulkOptions, worker: BatchWorker, steps: Steps): Promise<void> {
  const { database, ledger, generation, signal, liveBusyMs } = options
  const { id, schema, rules } = generation
  await database.transaction(
    async (tx) => {
      // Blocks other workers: copying a batch updates these rows first.
      await tx.query('select from projector.checkpoints where generation = $1 for update', [id])
      const stored = await readCheckpoints(tx, id)
      if (worker.next.some((offset, partition) => offset !== stored[partition]))
        throw new FencedError(`generation ${id}: a checkpoint was moved by another worker`)
      await tx.query("set local work_mem = '64MB'; set local maintenance_work_mem = '256MB'")
      const idleMs = await maxIdleMs(tx)
      let liveBefore = liveBusyMs()
      await finishBulk({
        tx: {
          query<Row extends pg.QueryResultRow>(query: pg.QueryConfig) {
            steps.begin(query.text)
            return tx.query<Row>(query)
          },
        },
        copy: copyIn(tx),
        schema,
        rules,
        recordedAt: recordedAt(ledger),
        async onStep() {
          await pauseWithin(tx, liveBusyMs() - liveBefore, idleMs, signal)
          signal.throwIfAborted()
          liveBefore = liveBusyMs()
        },
      })
      await tx.query('update projector.generations set bare = false where id = $1', [id])
    },
    { durable: false },
  )
}

/** Pauses within a transaction, with a query now and then to stay below `idle_in_transaction_session_timeout`. */
async function pauseWithin(tx: Connection, ms: number, idleMs: number, signal: AbortSignal): Promise<void> {
  for (let left = ms; left > 0 && !signal.aborted; left -= idleMs) {
    await pause(Math.min(left, idleMs), signal)
    await tx.query('select')
  }
}

/** A tenth of `idle_in_transaction_session_timeout`, ms. */
async function maxIdleMs(tx: Connection): Promise<number> {
  const { rows } = await tx.query(
    "select setting::int as ms from pg_settings where name = 'idle_in_transaction_session_timeout'",
  )
  const [{ ms }] = settings.parse(rows)
  return ms === 0 ? Number.POSITIVE_INFINITY : Math.max(1, ms / 10)
}

const settings = z.tuple([z.object({ ms: z.int() })])
