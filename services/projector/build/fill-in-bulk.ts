import { finishBulk } from '@stepledger/projections/bulk/finish-bulk.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { vacuumReadModels } from '@stepledger/projections/read-models.ts'
import PQueue from 'p-queue'
import { z } from 'zod'
import { recordedAt } from '../../platform/ledger/recorded-at.ts'
import type { ExtraBuildFold } from '../fold/apply-batch.ts'
import { FencedError } from '../fold/fence.ts'
import type { FoldMetrics } from '../fold/fold-metrics.ts'
import type { BatchWorker } from '../fold/fold-worker.ts'
import type { GenerationWithState } from '../generations/generations.ts'
import { bulkWorker } from './bulk-worker.ts'
import { type CatchUpOptions, catchUp, pause, sumOf } from './catch-up.ts'
import { copyIn } from './copy-in.ts'
import { isBare } from './is-bare.ts'

export interface BulkOptions extends Omit<CatchUpOptions, 'worker' | 'maxBatch'> {
  readonly generation: GenerationWithState
  readonly extraFold?: ExtraBuildFold | undefined
  readonly metrics: FoldMetrics
}

/** A batch costs its transaction, whatever it holds. */
const maxBatch = 500

/** The live fold keeps connections for itself meanwhile. */
const vacuumConnections = 2

/** So few events may be left to the ordinary fold. */
const fewLeft = 5_000

/**
 * Fills a bare generation nearly up to the live one: its plays are copied as they come, batch by batch behind the
 * fence, and what follows from them is made at the end, in one transaction, in which it ceases to be bare. Does nothing
 * with one that is not bare.
 */
export async function fillInBulk(options: BulkOptions): Promise<void> {
  const { database, generation, log, signal, extraFold } = options
  if (!(await isBare(database.pool, generation.id))) return
  const worker = options.metrics.watch(bulkWorker({ database, generation, log, extraFold }), 'build')
  await worker.load()
  let left = Number.POSITIVE_INFINITY
  for (;;) {
    await catchUp({ ...options, worker, maxBatch })
    if (signal.aborted) return
    const before = left
    left = await eventsLeft(options, worker)
    // As long as it comes nearer.
    if (left <= fewLeft || left > before / 2) break
  }
  await finish(options, worker)
}

type Connection = Pick<CatchUpOptions['database']['pool'], 'query'>

async function eventsLeft({ database }: BulkOptions, worker: BatchWorker): Promise<number> {
  const live = await readLiveGeneration(database)
  return live ? sumOf(await readCheckpoints(database.pool, live.id)) - sumOf(worker.next) : 0
}

async function finish(options: BulkOptions, worker: BatchWorker): Promise<void> {
  const { database, ledger, generation, log, signal, liveBusyMs } = options
  const { id, schema, rules } = generation
  log.info(`generation ${id}: ${sumOf(worker.next)} events copied, now boards and indexes are made`)
  await database.transaction(
    async (tx) => {
      // Anyone who copies a batch moves these first of all.
      await tx.query('select from projector.checkpoints where generation = $1 for update', [id])
      const held = await readCheckpoints(tx, id)
      if (worker.next.some((offset, partition) => offset !== held[partition]))
        throw new FencedError(`generation ${id}: a checkpoint was moved by another worker`)
      await tx.query("set local work_mem = '64MB'; set local maintenance_work_mem = '256MB'")
      const silenceMs = await longestSilence(tx)
      let liveBefore = liveBusyMs()
      await finishBulk({
        tx,
        copy: copyIn(tx),
        schema,
        rules,
        recordedAt: recordedAt(ledger),
        async onStep() {
          await restWithin(tx, liveBusyMs() - liveBefore, silenceMs, signal)
          signal.throwIfAborted()
          liveBefore = liveBusyMs()
        },
      })
      await tx.query('update projector.generations set bare = false where id = $1', [id])
    },
    { durable: false },
  )
  const connections = new PQueue({ concurrency: vacuumConnections })
  await connections.addAll(vacuumReadModels(schema).map((text) => () => database.pool.query(text)))
}

/** Postgres ends the transaction of a process that stands still in it; one that rests says something now and then. */
async function restWithin(tx: Connection, ms: number, silenceMs: number, signal: AbortSignal): Promise<void> {
  for (let left = ms; left > 0 && !signal.aborted; left -= silenceMs) {
    await pause(Math.min(left, silenceMs), signal)
    await tx.query('select')
  }
}

/** Far less than the time after which Postgres would end this transaction, ms. */
async function longestSilence(tx: Connection): Promise<number> {
  const { rows } = await tx.query(
    "select setting::int as ms from pg_settings where name = 'idle_in_transaction_session_timeout'",
  )
  const [{ ms }] = settings.parse(rows)
  return ms === 0 ? Number.POSITIVE_INFINITY : Math.max(1, ms / 10)
}

const settings = z.tuple([z.object({ ms: z.int() })])
