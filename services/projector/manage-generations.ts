import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { campaignForLeadership } from '../platform/database/leader.ts'
import type { Engine } from '../platform/engine.ts'
import { latestRules, type PublishedRules } from '../platform/ledger/published-rules.ts'
import type { Log } from '../platform/log/log.ts'
import type { PlayTracing } from '../platform/tracing/play-tracing.ts'
import { type Build, type BuildEnd, type BuildOptions, startBuild } from './build/build.ts'
import type { ExtraBuildFold } from './build/bulk-worker.ts'
import { reportPreview } from './comparison/compare-generations.ts'
import type { FoldMetrics } from './fold/fold-metrics.ts'
import { followLive } from './follow/follow-live.ts'
import { retryParked } from './follow/retry-parked.ts'
import { dropGeneration } from './generations/drop-generation.ts'
import { onGenerationRequest } from './generations/generation-requests.ts'
import { type GenerationState, type GenerationWithState, readGenerations } from './generations/generations.ts'
import { publishRolledBackRules } from './generations/go-back.ts'
import { projectorName } from './generations/leading-projector.ts'
import { ledgerAnswerRecorder } from './generations/ledger-answered.ts'
import { NewerCodeError } from './generations/newer-code.ts'
import { requestMissingGeneration } from './generations/next-generation.ts'
import { createRequestedPreview, dropOldPreview } from './generations/preview-generation.ts'

export interface GenerationOptions {
  /** Polling interval in addition to notifications, ms; after a failure at most a second. */
  readonly pollMs?: number
  /** Runs with each batch of a build, for tests. */
  readonly extraBuildFold?: ExtraBuildFold
  readonly metrics?: FoldMetrics
  /** Null without a collector, as by default. */
  readonly tracing?: PlayTracing | null
  /** Delay after the grace period after which a competition is closed automatically, ms; by default only an operator closes it. */
  readonly closeCompetitionsAfterMs?: number | null
  /** Called when it stops by itself because a newer release has taken over. */
  readonly onFatalError?: (error: Error) => void
}

export interface GenerationManager {
  /** Whether this process is the leader. */
  leads(): boolean
  /** Stops after running batches are committed or rolled back. */
  stop(): Promise<void>
}

/**
 * Reconciles with the generation tables, which hold the desired state: folds the ledger into the live generation, builds
 * the next one, requests a new one after a change of rules or code, and drops abandoned ones. An elected leader builds,
 * retries and drops. On Kafka all projectors fold, each its assigned partitions; on a ledger in Postgres only the leader
 * does.
 */
export async function manageGenerations(
  engine: Pick<Engine, 'database' | 'ledger' | 'push'>,
  log: Log,
  options: GenerationOptions = {},
): Promise<GenerationManager> {
  const { database, push } = engine
  const { pollMs = 5_000, extraBuildFold, metrics, tracing = null, onFatalError = () => {} } = options
  const { closeCompetitionsAfterMs: closeAfterMs = null } = options
  const stopping = new AbortController()
  let wakeUp = new AbortController()
  let isFollower = false
  const readRules = publishedRulesReader(engine)
  const following = followLive(engine, { log, metrics, tracing, closeAfterMs })
  const builds = buildRunner(engine, {
    log,
    metrics,
    extraFold: extraBuildFold,
    liveBusyMs: following.busyMs,
    onEnded: () => wakeUp.abort(),
  })

  async function reconcile(): Promise<void> {
    builds.releaseEnded()
    const inForce = await readRules()
    if (inForce) await requestMissingGeneration(database, { inForce, codeVersion })
    const generations = await readGenerations(database.pool)
    const live = generations.find(({ state }) => state === 'live')
    await following.follow(live, leader.leads())
    const leads = leader.leads()
    const inState = (wanted: GenerationState) => generations.find(({ state }) => state === wanted)
    await builds.run(leads ? (inState('next') ?? inState('preview')) : undefined)
    if (!leads) return
    await dropOldPreview(database)
    if (live && (await createRequestedPreview(database, live, codeVersion))) wakeUp.abort()
    const followed = following.generation()
    if (followed) await retryParked(engine, followed, log)
    for (const { id, state } of generations) if (state === 'abandoned') await dropGeneration(database, id)
  }

  async function reconcileUntilStopped(): Promise<void> {
    let pauseMs = pollMs
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, wakeUp.signal])
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
      if (stopping.signal.aborted) return
      wakeUp = new AbortController()
      try {
        await reconcile()
        pauseMs = pollMs
      } catch (error) {
        pauseMs = Math.min(pollMs, 1_000)
        if (error instanceof NewerCodeError) return giveUp(error)
        log.warn(`generations could not be reconciled: ${errorMessage(error)}`)
      }
    }
  }

  /** A newer release uses this database: releases leadership and stops writing. */
  async function giveUp(error: NewerCodeError): Promise<void> {
    log.error(error.message)
    await release()
    onFatalError(error)
  }

  async function release(): Promise<void> {
    await requests.stop()
    await builds.stop()
    await following.stop()
    await leader.stop()
  }

  const leader = await campaignForLeadership({
    database,
    lock: advisoryLocks.projector,
    log,
    name: projectorName(codeVersion),
    onChange: (leads) => {
      if (leads && isFollower) log.info('This process leads the projectors now')
      isFollower = !leads
      wakeUp.abort()
    },
  })
  isFollower = !leader.leads()
  if (leader.leads()) await database.retrying(() => publishRolledBackRules(engine))
  await database.retrying(reconcile)
  const requests = onGenerationRequest(database, log, () => {
    push.publish({ kind: 'operations', about: 'rules' })
    wakeUp.abort()
  })
  const reconciling = reconcileUntilStopped()
  return {
    leads: leader.leads,
    async stop() {
      stopping.abort()
      await reconciling
      await release()
    },
  }
}

/** Reads the rules published last, again only once the topic `rules` has grown; null before the first. */
function publishedRulesReader({ database, ledger }: Pick<Engine, 'database' | 'ledger'>) {
  const recordAnswer = ledgerAnswerRecorder(database.pool)
  let published: PublishedRules | null = null
  let readTo = -1
  return async (): Promise<PublishedRules | null> => {
    const [end = 0] = await ledger.ends('rules')
    if (!ledger.isInDatabase) await recordAnswer()
    if (end === readTo) return published
    published = await latestRules(ledger)
    readTo = end
    return published
  }
}

/** Runs the build of one generation at a time, and publishes notices of its progress. */
interface BuildRunner {
  /** Builds this generation, unless its build is running or has stopped. Stops the build of any other one. */
  run(next: GenerationWithState | undefined): Promise<void>
  /** Releases a build that has ended. Called before the generations are read: older rows would start it again. */
  releaseEnded(): void
  stop(): Promise<void>
}

interface BuildRunnerOptions extends Pick<BuildOptions, 'log' | 'liveBusyMs' | 'extraFold' | 'metrics'> {
  readonly onEnded: () => void
}

function buildRunner(
  engine: Pick<Engine, 'database' | 'ledger' | 'push'>,
  { onEnded, ...options }: BuildRunnerOptions,
): BuildRunner {
  const { database, ledger, push } = engine
  const { log } = options
  let build: Build | null = null
  let hasEnded = false
  /** The generation whose build stopped. It is not retried until its row is reset. */
  let stopped = 0
  const notify = (about: 'folding' | 'rules') => push.publish({ kind: 'operations', about })

  function end(ended: Build, { id }: GenerationWithState, how: BuildEnd): void {
    notify('folding')
    notify('rules')
    if (build === ended) hasEnded = true
    if (how === 'stopped') stopped = id
    if (how === 'switched') {
      log.info(`generation ${id} is live`)
      push.publish({ kind: 'switched', generation: id })
    }
    onEnded()
  }

  return {
    async run(next) {
      if (build && build.generation.id !== next?.id) {
        await build.stop()
        build = null
      }
      if (!next || build || next.codeVersion !== codeVersion) return
      if (next.stopped !== null && (next.id === stopped || next.state === 'preview')) return
      if (next.stopped !== null)
        await database.pool.query('update projector.next set stopped = null where generation = $1', [next.id])
      stopped = 0
      const how = next.leftMsAgo !== null ? 'brought up to date' : 'built'
      log.info(`generation ${next.id} is being ${how}${next.state === 'preview' ? ', as a preview' : ''}`)
      const started = startBuild({
        ...options,
        database,
        ledger,
        generation: next,
        onProgress: () => notify('folding'),
        onPreviewReached: async (preview, signal) => {
          if (await reportPreview(engine, preview, signal)) notify('rules')
        },
      })
      build = started
      hasEnded = false
      void started.ended.then((how) => end(started, next, how))
    },
    releaseEnded() {
      if (hasEnded) build = null
    },
    async stop() {
      await build?.stop()
    },
  }
}
