import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { campaignForLeadership } from '../platform/database/leader.ts'
import type { Engine } from '../platform/engine.ts'
import { latestRules, type PublishedRules } from '../platform/ledger/published-rules.ts'
import type { Log } from '../platform/log/log.ts'
import type { PlayTracing } from '../platform/tracing/play-tracing.ts'
import { type Build, startBuild } from './build/build.ts'
import { reportPreview } from './comparison/report-preview.ts'
import type { ExtraBuildFold } from './fold/apply-batch.ts'
import type { FoldMetrics } from './fold/fold-metrics.ts'
import { type Follower, startFollower } from './follow/follower.ts'
import { keepStandings, type StandingsKeeper } from './follow/keep-standings.ts'
import { retryParked } from './follow/retry-parked.ts'
import { onGenerationRequest } from './generations/generation-requests.ts'
import { type GenerationState, type GenerationWithState, readGenerations } from './generations/generations.ts'
import { projectorName } from './generations/leading-projector.ts'
import { ledgerAnswers } from './generations/ledger-answered.ts'
import { dropGeneration } from './generations/make-generation.ts'
import { NewerCodeError } from './generations/newer-code.ts'
import { requestMissingGeneration } from './generations/next-generation.ts'
import { createRequestedPreview, dropOldPreview } from './generations/preview-generation.ts'
import { rulesInForce } from './generations/rules-in-force.ts'

export interface GenerationOptions {
  /** Polling interval in addition to notifications, ms. */
  readonly pollMs?: number
  /** Runs with each batch of a build, for tests. */
  readonly extraBuildFold?: ExtraBuildFold
  readonly metrics?: FoldMetrics
  /** Null without a collector, as by default. */
  readonly tracing?: PlayTracing | null
  /** Delay after the grace period after which a competition is closed automatically, ms; by default only an operator closes it. */
  readonly closeCompetitionsAfterMs?: number | null
  /** Called when it stops by itself because a newer release has taken over. */
  readonly onDeath?: (error: Error) => void
}

export interface GenerationManager {
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
  const { database, ledger, push } = engine
  const { pollMs = 1_000, extraBuildFold, metrics, tracing = null, onDeath = () => {} } = options
  const { closeCompetitionsAfterMs: closeAfterMs = null } = options
  const notifyOperators = () => push.publish({ kind: 'operations', about: 'folding' })
  const notifyOfRules = () => push.publish({ kind: 'operations', about: 'rules' })
  const stopping = new AbortController()
  let following: Follower | null = null
  let keeping: StandingsKeeper | null = null
  let building: Build | null = null
  let buildEnded = false
  /** The generation whose build stopped. It is not retried until its row is reset. */
  let stoppedBuild = 0
  let wakeUp = new AbortController()
  let published: PublishedRules | null = null
  let rulesRead = -1

  const recordAnswer = ledgerAnswers(database.pool)
  async function readRules(): Promise<void> {
    const [end = 0] = await ledger.ends('rules')
    if (!ledger.appendWithSql) await recordAnswer()
    if (end === rulesRead) return
    published = await latestRules(ledger)
    rulesRead = end
  }

  async function followLive(live: GenerationWithState | undefined): Promise<void> {
    // The ledger in Postgres delivers all partitions to each subscriber, so a second follower would only be fenced.
    const target = leader.leads() || !ledger.appendWithSql ? live : undefined
    if (following?.generation.id === target?.id) return
    await following?.stop()
    following = null
    // Only the code version that filled a generation writes to it.
    if (target?.codeVersion !== codeVersion) return
    following = startFollower({ database, ledger, push, generation: target, log, metrics, tracing })
  }

  /** Only the leader keeps the standings. */
  async function keepStandingsOf(live: GenerationWithState | undefined): Promise<void> {
    const target = leader.leads() && live?.codeVersion === codeVersion ? live : undefined
    if (keeping?.generation.id === target?.id) return
    await keeping?.stop()
    keeping = target ? keepStandings(engine, target, { log, closeAfterMs }) : null
  }

  async function buildNext(next: GenerationWithState | undefined): Promise<void> {
    if (building && building.generation.id !== next?.id) {
      await building.stop()
      building = null
    }
    if (!next || building || next.codeVersion !== codeVersion) return
    if (next.stopped !== null && (next.id === stoppedBuild || next.state === 'preview')) return
    if (next.stopped !== null)
      await database.pool.query('update projector.next set stopped = null where generation = $1', [next.id])
    stoppedBuild = 0
    const how = next.leftMsAgo !== null ? 'brought up to date' : 'built'
    log.info(`generation ${next.id} is being ${how}${next.state === 'preview' ? ', as a preview' : ''}`)
    const build = startBuild({
      database,
      ledger,
      generation: next,
      log,
      liveBusyMs: () => following?.busyMs() ?? 0,
      onProgress: notifyOperators,
      onPreviewReached: async (preview, signal) => {
        if (await reportPreview(engine, preview, signal)) notifyOfRules()
      },
      extraFold: extraBuildFold,
      metrics,
    })
    building = build
    buildEnded = false
    void build.ended.then((end) => {
      notifyOperators()
      notifyOfRules()
      if (building === build) buildEnded = true
      if (end === 'stopped') stoppedBuild = next.id
      if (end === 'switched') {
        log.info(`generation ${next.id} is live`)
        push.publish({ kind: 'switched', generation: next.id })
      }
      wakeUp.abort()
    })
  }

  async function reconcile(): Promise<void> {
    // Before the tables are read: as they stood while it was being built, they would have it built again.
    if (buildEnded) building = null
    await readRules()
    if (published) {
      const inForce = await rulesInForce(database.pool, published)
      await requestMissingGeneration(database, { inForce, codeVersion })
    }
    const generations = await readGenerations(database.pool)
    const live = generations.find(({ state }) => state === 'live')
    await followLive(live)
    await keepStandingsOf(live)
    const leads = leader.leads()
    const inState = (wanted: GenerationState) => generations.find(({ state }) => state === wanted)
    await buildNext(leads ? (inState('next') ?? inState('preview')) : undefined)
    if (!leads) return
    await dropOldPreview(database)
    if (live && (await createRequestedPreview(database, live, codeVersion))) wakeUp.abort()
    if (following) await retryParked(engine, following.generation, log)
    for (const { id, state } of generations) if (state === 'abandoned') await dropGeneration(database, id)
  }

  async function reconcileUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, wakeUp.signal])
      await sleep(pollMs, undefined, { signal }).catch(() => {})
      if (stopping.signal.aborted) return
      wakeUp = new AbortController()
      try {
        await reconcile()
      } catch (error) {
        if (error instanceof NewerCodeError) return giveUp(error)
        log.warn(`generations could not be reconciled: ${errorMessage(error)}`)
      }
    }
  }

  /** A newer release uses this database: releases leadership and stops writing. */
  async function giveUp(error: NewerCodeError): Promise<void> {
    log.error(error.message)
    await release()
    onDeath(error)
  }

  async function release(): Promise<void> {
    await requests.stop()
    await building?.stop()
    await following?.stop()
    await keeping?.stop()
    await leader.stop()
  }

  const leader = await campaignForLeadership({
    database,
    lock: advisoryLocks.projector,
    log,
    name: projectorName(codeVersion),
    onChange: () => wakeUp.abort(),
  })
  await database.retrying(reconcile)
  const requests = onGenerationRequest(database, log, () => {
    notifyOfRules()
    wakeUp.abort()
  })
  const reconciling = reconcileUntilStopped()
  return {
    async stop() {
      stopping.abort()
      await reconciling
      await release()
    },
  }
}
