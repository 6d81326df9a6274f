import { setTimeout as sleep } from 'node:timers/promises'
import { readModelTables } from '@stepledger/projections/read-models.ts'
import type { Log } from '../platform/database/log.ts'
import type { Engine } from '../platform/engine.ts'
import { readCheckpoints } from '../platform/generations/checkpoints.ts'
import type { GenerationWithState } from '../platform/generations/generations.ts'
import { readLiveGeneration } from '../platform/generations/live-generation.ts'
import type { Recorded } from '../platform/ledger/ledger.ts'
import type { ExtraFold } from './apply-batch.ts'
import { type FoldMetrics, noFoldMetrics } from './fold-metrics.ts'
import { type FoldWorker, foldWorker, maxBatch } from './fold-worker.ts'
import { switchOver } from './switch-over.ts'
import { UnfoldableError } from './unfoldable.ts'

export interface BuildOptions extends Pick<Engine, 'database' | 'ledger'> {
  /** The one that is next. */
  readonly generation: GenerationWithState
  readonly log: Log
  /** How long the live fold has been at work in all, ms. */
  readonly liveBusyMs: () => number
  readonly extraFold?: ExtraFold | undefined
  readonly metrics?: FoldMetrics | undefined
}

/**
 * - switched: it is live now
 * - unwanted: another one is next by now
 * - stopped: at an event that can't be folded; `projector.next` says at which
 * - aborted
 */
export type BuildEnd = 'switched' | 'unwanted' | 'stopped' | 'aborted'

export interface Build {
  readonly generation: GenerationWithState
  readonly ended: Promise<BuildEnd>
  /** Lets the batch at hand be committed or rolled back, then stops. */
  stop(): Promise<void>
}

/**
 * Folds the next generation up to the live one, from wherever it stands, in the background, and switches over to it. What it has folded is
 * committed batch by batch, so whoever comes after a crash goes on from there. One that was live before, and is gone back to, parks what
 * can't be folded as the live one does; a new one stops there.
 */
export function startBuild(options: BuildOptions): Build {
  const { generation, database, log, extraFold, metrics = noFoldMetrics } = options
  const folding = foldWorker({
    database,
    generation,
    log,
    onUnfoldable: generation.leftMsAgo === null ? 'stop' : 'park',
    extraFold,
  })
  const worker = metrics.watch(folding, 'build')
  const aborting = new AbortController()
  const ended = run({ ...options, worker, signal: aborting.signal })
  return {
    generation,
    ended,
    async stop() {
      aborting.abort()
      await ended
    },
  }
}

interface Running extends BuildOptions {
  readonly worker: FoldWorker
  readonly signal: AbortSignal
}

const shortestPauseMs = 50
const longestPauseMs = 5_000

async function run(running: Running): Promise<BuildEnd> {
  const { database, ledger, worker, log, signal } = running
  const { id } = running.generation
  let failures = 0
  while (!signal.aborted) {
    try {
      await worker.load()
      if (!(await isNext(running))) return 'unwanted'
      const before = sumOf(worker.next)
      await catchUp(running)
      if (signal.aborted) break
      const outcome = await switchOver(database, ledger, worker)
      if (outcome !== 'behind') return outcome
      if (sumOf(worker.next) === before) await pause(shortestPauseMs, signal)
      failures = 0
    } catch (error) {
      if (error instanceof UnfoldableError) {
        log.error(`generation ${id} is not built any further: ${error.message}`)
        if (await noteStop(running, error.message)) return 'stopped'
      }
      failures += 1
      log.warn(`the build of generation ${id} begins again where it was: ${messageOf(error)}`)
      await pause(Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(failures, 10)), signal)
    }
  }
  return 'aborted'
}

/** Sizes at which the planner is told how large the tables are. */
const analyzeAt = [2_000, 20_000, 200_000, 2_000_000]

/** Folds up to where the live generation stands at this moment. */
async function catchUp({ database, ledger, worker, liveBusyMs, log, signal }: Running): Promise<void> {
  const live = await readLiveGeneration(database)
  if (!live) return
  const { schema, id } = worker.generation
  const target = await readCheckpoints(database.pool, live.id)
  const report = reporter(log, id, sumOf(target), sumOf(worker.next))
  let folding = Promise.resolve()
  try {
    for await (const records of ledger.read('events', [...worker.next], { to: target, maxBatch })) {
      // Decoded and scored beside the batch before, which the database works at.
      worker.prepare(records)
      await folding
      if (signal.aborted) return
      folding = foldOne(records)
      // Its failure is thrown where it is awaited, a batch later.
      folding.catch(() => {})
    }
    await folding
  } finally {
    await folding.catch(() => {})
  }

  async function foldOne(records: readonly Recorded[]): Promise<void> {
    const [before, liveBefore] = [sumOf(worker.next), liveBusyMs()]
    await worker.fold(records)
    const after = sumOf(worker.next)
    report(after)
    if (analyzeAt.some((size) => before < size && size <= after))
      await database.pool.query(
        `analyze ${readModelTables.map(({ name }) => `${schema}.${name}`).join(', ')}`,
      )
    // The live fold gets as much time alone as it had to share.
    await pause(liveBusyMs() - liveBefore, signal)
  }
}

const reportEveryMs = 10_000

function reporter(log: Log, id: number, of: number, from: number): (folded: number) => void {
  const started = performance.now()
  let reported = started
  return (folded) => {
    const now = performance.now()
    if (now - reported < reportEveryMs) return
    reported = now
    const rate = ((folded - from) / (now - started)) * 1000
    const left = Math.ceil((of - folded) / Math.max(1, rate))
    log.info(`generation ${id}: ${folded} of ${of} events, ${Math.round(rate)} a second, ${left} s left`)
  }
}

async function isNext({ database, generation }: Running): Promise<boolean> {
  const { rowCount } = await database.pool.query('select from projector.next where generation = $1', [
    generation.id,
  ])
  return rowCount === 1
}

/** True when it is noted; a build that nobody wants any more has nowhere to note it. */
async function noteStop({ database, generation }: Running, reason: string): Promise<boolean> {
  try {
    await database.retrying(() =>
      database.pool.query('update projector.next set stopped = $2 where generation = $1', [
        generation.id,
        reason.slice(0, maxReason),
      ]),
    )
    return true
  } catch {
    return false
  }
}

const maxReason = 2_000

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms >= 1) await sleep(ms, undefined, { signal }).catch(() => {})
}

function sumOf(offsets: readonly number[]): number {
  return offsets.reduce((sum, offset) => sum + offset, 0)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
