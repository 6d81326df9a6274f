import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import pg from 'pg'
import { z } from 'zod'
import { backOff } from '../../platform/async/back-off.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Engine } from '../../platform/engine.ts'
import type { Log } from '../../platform/log/log.ts'
import { FencedError } from '../fold/fence.ts'
import { type FoldMetrics, noFoldMetrics } from '../fold/fold-metrics.ts'
import { type FoldWorker, foldWorker, maxBatch } from '../fold/fold-worker.ts'
import { storedReason, UnfoldableError } from '../fold/parking.ts'
import { settlerOf } from '../fold/settler.ts'
import type { GenerationWithState } from '../generations/generations.ts'
import type { ExtraBuildFold } from './bulk-worker.ts'
import { catchUp, pause } from './catch-up.ts'
import { fillInBulk } from './fill-in-bulk.ts'
import { switchOver } from './switch-over.ts'

export interface BuildOptions extends Pick<Engine, 'database' | 'ledger'> {
  /** The generation to build: the next one, or a preview. */
  readonly generation: GenerationWithState
  readonly log: Log
  /** Total time the live fold has been working, ms. */
  readonly liveBusyMs: () => number
  /** Called after each batch. */
  readonly onProgress?: (() => void) | undefined
  /** Called with a preview that has reached the live generation, each time it has. Rejects on abort. */
  readonly onPreviewReached?:
    | ((preview: GenerationWithState, signal: AbortSignal) => Promise<void>)
    | undefined
  readonly extraFold?: ExtraBuildFold | undefined
  readonly metrics?: FoldMetrics | undefined
}

/**
 * - switched: it is live now
 * - unwanted: superseded, because another generation is next, or a dropped preview
 * - stopped: at an event of a newer release, or refused; the reason is recorded with the request
 * - aborted
 */
export type BuildEnd = 'switched' | 'unwanted' | 'stopped' | 'aborted'

export interface Build {
  readonly generation: GenerationWithState
  readonly ended: Promise<BuildEnd>
  /** Stops after the current batch is committed or rolled back. */
  stop(): Promise<void>
}

/**
 * Folds the next generation up to the live one in the background, from its checkpoints, and switches over to it. A
 * preview is kept up to date instead, and switched once it becomes the next generation. A new generation is first filled
 * in bulk, then by the ordinary fold. Each batch is committed with its checkpoints, so a build resumes after a crash.
 * Events that can't be folded are parked, as in the live fold.
 */
export function startBuild(options: BuildOptions): Build {
  const { generation, database, ledger, log, extraFold, metrics = noFoldMetrics } = options
  const folding = foldWorker({
    database,
    ledger,
    generation,
    log,
    extraFold,
  })
  const worker = metrics.watch(folding, 'build')
  const aborting = new AbortController()
  const ended = run({ ...options, metrics, worker, maxBatch, signal: aborting.signal })
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
  readonly metrics: FoldMetrics
  readonly worker: FoldWorker
  readonly maxBatch: number
  readonly signal: AbortSignal
}

/** Pause before a switch is tried again although nothing was folded since, ms. */
const switchPauseMs = 50
/** Interval at which a preview is brought up to date, ms. */
const previewPauseMs = 250
/** Attempts after which a build stops at an error of its data. */
const maxDataErrors = 3

async function run(running: Running): Promise<BuildEnd> {
  const { database, ledger, worker, log, signal } = running
  const { id } = running.generation
  const settler = settlerOf(running, running.generation)
  let failures = 0
  while (!signal.aborted) {
    try {
      const role = await roleOf(running)
      if (role === null) return 'unwanted'
      await fillInBulk(running)
      if (signal.aborted) break
      await worker.load()
      const before = sum(worker.next)
      await catchUp(running)
      if (signal.aborted) break
      if (running.generation.leftMsAgo === null) await refuseIfMostlyParked(database, id)
      // Settles all of history here, so that the switch, which blocks the live fold, is short.
      await settler.settle()
      if (role === 'preview') {
        await running.onPreviewReached?.(running.generation, signal)
        failures = 0
        await pause(previewPauseMs, signal)
        continue
      }
      const outcome = await switchOver(database, ledger, worker, settler)
      if (outcome !== 'behind') return outcome
      if (sum(worker.next) === before) await pause(switchPauseMs, signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) break
      // The comparison of a preview folds its last events itself.
      if (error instanceof FencedError && (await isPreview(running))) continue
      failures += 1
      if (mustStop(error, failures)) {
        const reason = storedReason(error)
        log.error(`the build of generation ${id} stopped: ${reason}`)
        if (await recordStop(running, reason)) return 'stopped'
      }
      log.warn(
        `the build of generation ${id} resumes from its checkpoints after an error: ${errorMessage(error)}`,
      )
      await backOff(failures, signal)
    }
  }
  return 'aborted'
}

function mustStop(error: unknown, attempts: number): boolean {
  if (error instanceof UnfoldableError || error instanceof RefusedBuildError) return true
  return isDataError(error) && attempts >= maxDataErrors
}

const roles = z.array(z.object({ role: z.enum(['next', 'preview']) })).max(1)

/** Whether the generation is to become live, or is a preview; null if neither. */
async function roleOf({ database, generation }: Running): Promise<'next' | 'preview' | null> {
  const { rows } = await database.pool.query(
    `select 'next' as role from projector.next where generation = $1
     union all select 'preview' from projector.preview where generation = $1 limit 1`,
    [generation.id],
  )
  return roles.parse(rows)[0]?.role ?? null
}

async function isPreview(running: Running): Promise<boolean> {
  return (await roleOf(running).catch(() => null)) === 'preview'
}

/** Records the reason of the stop. Returns false when that failed. */
async function recordStop({ database, generation }: Running, reason: string): Promise<boolean> {
  try {
    await database.retrying(() =>
      database.pool.query(
        `with next as (update projector.next set stopped = $2 where generation = $1)
         update projector.preview set stopped = $2 where generation = $1`,
        [generation.id, reason],
      ),
    )
    return true
  } catch {
    return false
  }
}

/**
 * Maximum events that a build parks although the live generation has folded them. Above it the release or the rules are
 * broken rather than the events, so the build stops instead of taking plays off the pages.
 */
const maxNewlyParked = 100

/** The build must not become live. */
class RefusedBuildError extends Error {
  override readonly name = 'RefusedBuildError'
}

const counted = z.tuple([z.object({ count: z.int() })])

/**
 * Throws RefusedBuildError if this generation parked more than `maxNewlyParked` events that the live generation has not
 * parked. Those that wait behind another one of their key count too: a few players may have all of history.
 */
async function refuseIfMostlyParked(database: Database, generation: number): Promise<void> {
  const { rows } = await database.pool.query(
    `select count(*) from projector.parked p where generation = $1 and not exists (
       select from projector.parked l join projector.live on l.generation = live.generation
       where l.partition = p.partition and l."offset" = p."offset")`,
    [generation],
  )
  const [{ count }] = counted.parse(rows)
  if (count > maxNewlyParked)
    throw new RefusedBuildError(
      `${count} events that the live generation has folded cannot be folded: its release or its rules are broken`,
    )
}

/** Data exceptions, violated constraints, raised exceptions: an error of the data, which a retry does not repair. */
const dataErrors = /^(22|23|P0)/

/** Whether the boards or indexes of a build cannot be created from its data. */
function isDataError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && dataErrors.test(error.code)
}
