import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { campaignForLeadership } from '../platform/database/leader.ts'
import type { Engine } from '../platform/engine.ts'
import { type PublishedRules, rulesPublishedLast } from '../platform/ledger/published-rules.ts'
import type { Log } from '../platform/log/log.ts'
import { type Build, startBuild } from './build/build.ts'
import type { ExtraBuildFold } from './fold/apply-batch.ts'
import type { FoldMetrics } from './fold/fold-metrics.ts'
import { type Follower, startFollower } from './follow/follower.ts'
import { keepStandings, type StandingsKeeper } from './follow/keep-standings.ts'
import { retryParked } from './follow/retry-parked.ts'
import { onGenerationRequest } from './generations/generation-requests.ts'
import { type GenerationWithState, readGenerations } from './generations/generations.ts'
import { dropGeneration } from './generations/make-generation.ts'
import { NewerCodeError } from './generations/newer-code.ts'
import { requestMissingGeneration } from './generations/next-generation.ts'
import { rulesInForce } from './generations/rules-in-force.ts'

export interface GenerationOptions {
  /** How often to look at what is wanted though nobody says so, ms. */
  readonly lookEveryMs?: number
  /** Beside each batch of a build: for tests. */
  readonly extraBuildFold?: ExtraBuildFold
  readonly metrics?: FoldMetrics
  /** How long after its last plays could come in an event is closed, ms; only by an operator where nothing is said. */
  readonly closeEventsAfterMs?: number | null
  /** It has ended by itself: a newer release has taken over. */
  readonly onDeath?: (error: Error) => void
}

export interface GenerationManager {
  /** Lets the batches at hand be committed or rolled back, then stops. */
  stop(): Promise<void>
}

/**
 * Does what the generations' rows say: follows the ledger with the live one, builds the one that is next, asks for a
 * new one when rules were published or this code is newer, drops what was given up. Anyone who wants something else
 * writes a row; nothing is remembered here. Of several projectors one leads: it builds, retries and drops. All of them
 * follow Kafka, which shares its partitions among them; a ledger in Postgres is followed by the leader alone.
 */
export async function manageGenerations(
  engine: Pick<Engine, 'database' | 'ledger' | 'push'>,
  log: Log,
  options: GenerationOptions = {},
): Promise<GenerationManager> {
  const { database, ledger, push } = engine
  const { lookEveryMs = 1_000, extraBuildFold, metrics, onDeath = () => {} } = options
  const { closeEventsAfterMs: closeAfterMs = null } = options
  const stopping = new AbortController()
  let following: Follower | null = null
  let keeping: StandingsKeeper | null = null
  let building: Build | null = null
  /** The build that stopped at an event, and is not tried again until its row says so. */
  let resting = 0
  let lookNow = new AbortController()
  let published: PublishedRules | null = null
  let rulesRead = -1

  async function readRules(): Promise<void> {
    const [end = 0] = await ledger.ends('rules')
    if (end === rulesRead) return
    published = await rulesPublishedLast(ledger)
    rulesRead = end
  }

  async function followLive(live: GenerationWithState | undefined): Promise<void> {
    // A ledger in the Postgres of the read models gives each reader everything: a second one would be in vain.
    const wanted = leader.leads() || !ledger.appendWithSql ? live : undefined
    if (following?.generation.id === wanted?.id) return
    await following?.stop()
    following = null
    // Only the code that filled a generation writes to it.
    if (wanted?.codeVersion !== codeVersion) return
    following = startFollower({ database, ledger, push, generation: wanted, log, metrics })
  }

  /** Who leads keeps the standings, for all that fold. */
  async function keepStandingsOf(live: GenerationWithState | undefined): Promise<void> {
    const wanted = leader.leads() && live?.codeVersion === codeVersion ? live : undefined
    if (keeping?.generation.id === wanted?.id) return
    await keeping?.stop()
    keeping = wanted ? keepStandings(engine, wanted, { log, closeAfterMs }) : null
  }

  async function buildNext(next: GenerationWithState | undefined): Promise<void> {
    if (building && building.generation.id !== next?.id) {
      await building.stop()
      building = null
    }
    if (!next || building || next.codeVersion !== codeVersion) return
    if (next.id === resting && next.stopped !== null) return
    if (next.stopped !== null)
      await database.pool.query('update projector.next set stopped = null where generation = $1', [next.id])
    resting = 0
    log.info(`generation ${next.id} is being ${next.leftMsAgo !== null ? 'brought up to date' : 'built'}`)
    const build = startBuild({
      database,
      ledger,
      generation: next,
      log,
      liveBusyMs: () => following?.busyMs() ?? 0,
      extraFold: extraBuildFold,
      metrics,
    })
    building = build
    void build.ended.then((end) => {
      if (building === build) building = null
      if (end === 'stopped') resting = next.id
      if (end === 'switched') {
        log.info(`generation ${next.id} is live`)
        push.publish({ kind: 'switched', generation: next.id })
      }
      lookNow.abort()
    })
  }

  async function look(): Promise<void> {
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
    await buildNext(leads ? generations.find(({ state }) => state === 'next') : undefined)
    if (!leads) return
    if (following) await retryParked(engine, following.generation, log)
    for (const { id, state } of generations) if (state === 'abandoned') await dropGeneration(database, id)
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, lookNow.signal])
      await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
      if (stopping.signal.aborted) return
      lookNow = new AbortController()
      try {
        await look()
      } catch (error) {
        if (error instanceof NewerCodeError) return giveUp(error)
        log.warn(`generations: ${errorMessage(error)}`)
      }
    }
  }

  /** A newer release works on this database: it shall lead, and nothing here writes any more. */
  async function giveUp(error: NewerCodeError): Promise<void> {
    log.error(error.message)
    await letGo()
    onDeath(error)
  }

  async function letGo(): Promise<void> {
    await hearing.stop()
    await building?.stop()
    await following?.stop()
    await keeping?.stop()
    await leader.stop()
  }

  const leader = await campaignForLeadership({
    database,
    lock: advisoryLocks.projector,
    log,
    onChange: () => lookNow.abort(),
  })
  await database.retrying(look)
  const hearing = onGenerationRequest(database, log, () => lookNow.abort())
  const looking = keep()
  return {
    async stop() {
      stopping.abort()
      await looking
      await letGo()
    },
  }
}
