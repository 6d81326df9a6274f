import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Engine } from '../../platform/engine.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ExtraBuildFold } from '../fold/apply-batch.ts'
import { type FoldMetrics, noFoldMetrics } from '../fold/fold-metrics.ts'
import { type FoldWorker, foldWorker, maxBatch } from '../fold/fold-worker.ts'
import { settlerOf } from '../fold/settler.ts'
import { UnfoldableError } from '../fold/unfoldable.ts'
import type { GenerationWithState } from '../generations/generations.ts'
import { catchUp, pause, sumOf } from './catch-up.ts'
import { fillInBulk } from './fill-in-bulk.ts'
import { switchOver } from './switch-over.ts'

export interface BuildOptions extends Pick<Engine, 'database' | 'ledger'> {
  /** The one that is next. */
  readonly generation: GenerationWithState
  readonly log: Log
  /** How long the live fold has been at work in all, ms. */
  readonly liveBusyMs: () => number
  readonly extraFold?: ExtraBuildFold | undefined
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
 * Folds the next generation up to the live one, from wherever it stands, in the background, and switches over to it. A
 * new one is filled in bulk first, then by the ordinary fold. What it has folded is committed batch by batch, so anyone
 * who comes after a crash goes on from there. One that was live before, and is gone back to, parks what can't be folded
 * as the live one does; a new one stops there.
 */
export function startBuild(options: BuildOptions): Build {
  const { generation, database, ledger, log, extraFold, metrics = noFoldMetrics } = options
  const folding = foldWorker({
    database,
    ledger,
    generation,
    log,
    onUnfoldable: generation.leftMsAgo === null ? 'stop' : 'park',
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

const shortestPauseMs = 50
const longestPauseMs = 5_000

async function run(running: Running): Promise<BuildEnd> {
  const { database, ledger, worker, log, signal } = running
  const { id } = running.generation
  const settler = settlerOf(running, running.generation)
  let failures = 0
  while (!signal.aborted) {
    try {
      if (!(await isNext(running))) return 'unwanted'
      await fillInBulk(running)
      if (signal.aborted) break
      await worker.load()
      const before = sumOf(worker.next)
      await catchUp(running)
      if (signal.aborted) break
      // All of history here, so that next to nothing is left for the switch.
      await settler.settle()
      const outcome = await switchOver(database, ledger, worker, settler)
      if (outcome !== 'behind') return outcome
      if (sumOf(worker.next) === before) await pause(shortestPauseMs, signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) break
      if (error instanceof UnfoldableError) {
        log.error(`generation ${id} is not built any further: ${error.message}`)
        if (await noteStop(running, error.message)) return 'stopped'
      }
      failures += 1
      log.warn(`the build of generation ${id} begins again where it was: ${errorMessage(error)}`)
      await pause(Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(failures, 10)), signal)
    }
  }
  return 'aborted'
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
