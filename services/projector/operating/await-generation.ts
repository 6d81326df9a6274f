import { setTimeout as sleep } from 'node:timers/promises'
import type { builtGeneration } from '@stepledger/contracts/http/operated-generations.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { z } from 'zod'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { leaderName } from '../../platform/database/leader.ts'
import { conflict } from '../../platform/http/http-error.ts'
import type { ActionCall, ActionProgress } from '../../platform/http/serve-action.ts'
import { type GenerationWithState, readGenerations } from '../generations/generations.ts'
import { countParked } from '../generations/parked-events.ts'
import type { ProjectorDeps } from './deps.ts'

/** Timeouts without progress, ms: without a leading projector, and with one. */
const timeoutMs = 15_000
const timeoutWithProjectorMs = 600_000
const pollMs = 100

export type Follower = Pick<ActionCall<z.ZodType>, 'follows' | 'progress' | 'signal'>

/**
 * Waits until the requested generation is live, if the caller follows. Throws 409 if its build stops, or another generation
 * supersedes it.
 */
export async function awaitGeneration(
  deps: Pick<ProjectorDeps, 'database' | 'ledger'>,
  follower: Follower,
  isRequested: (generation: GenerationWithState) => boolean,
): Promise<z.infer<typeof builtGeneration>> {
  const { state, generation } = await awaitState(deps, follower, isRequested)
  const parked = state === 'live' ? await countParked(deps.database.pool, generation) : 0
  return { outcome: state === 'live' ? 'live' : 'requested', generation, parked }
}

type Awaited =
  | { readonly state: 'live' | 'compared'; readonly generation: number }
  /** The caller does not wait, or no projector builds it. */
  | { readonly state: 'requested'; readonly generation: number | null }

/** Like `awaitGeneration`, also for a preview, which ends as `compared`. */
export async function awaitState(
  { database, ledger }: Pick<ProjectorDeps, 'database' | 'ledger'>,
  { follows, progress, signal }: Follower,
  isRequested: (generation: GenerationWithState) => boolean,
): Promise<Awaited> {
  const ends = sum(await ledger.ends('events'))
  let seen: number | null = null
  let last = ''
  let movedAt = performance.now()
  for (;;) {
    const generations = await readGenerations(database.pool)
    const requested = generations.find((one) => one.state !== 'abandoned' && isRequested(one))
    if (requested?.state === 'live') return { state: 'live', generation: requested.id }
    if (requested?.state === 'next' || requested?.state === 'preview') {
      seen = requested.id
      if (!follows) return { state: 'requested', generation: seen }
      if (requested.ready) return { state: 'compared', generation: seen }
      if (requested.stopped !== null) throw conflict(stoppedText(requested))
      const folded = sum(await readCheckpoints(database.pool, seen))
      const reached = `${seen} ${folded} ${requested.step?.name}`
      if (reached !== last) movedAt = performance.now()
      last = reached
      progress(progressOf(requested, folded, ends))
    } else if (seen !== null) throw conflict(`Generation ${seen} was superseded by another one`)
    const stillMs = performance.now() - movedAt
    const isAbandoned =
      stillMs > timeoutWithProjectorMs ||
      (stillMs > timeoutMs && (await leaderName(database, advisoryLocks.projector)) === null)
    if (!follows || isAbandoned) return { state: 'requested', generation: seen }
    await sleep(pollMs, undefined, { signal })
  }
}

function progressOf(
  { id, step, state, bare, leftMsAgo }: GenerationWithState,
  folded: number,
  ends: number,
): ActionProgress {
  if (step)
    return {
      what: `Making boards and indexes of generation ${id}: ${step.name}, for ${Math.round(step.ms / 1000)} s`,
    }
  if (state === 'preview' && !bare && folded >= ends) return { what: 'Comparing' }
  const what = `${leftMsAgo === null ? 'Building' : 'Bringing up to date'} generation ${id}`
  return { what, done: folded, of: Math.max(folded, ends), unit: 'events' }
}

function stoppedText({ id, state, stopped }: GenerationWithState): string {
  if (state === 'preview') return `The preview could not be built: ${stopped}`
  return `Generation ${id} is NOT built: ${stopped}. The previous generation stays live. The build is retried when the server starts, by \`ledger parked retry\`, and with new rules; \`ledger replay --abandon\` abandons it.`
}
