import { setTimeout as sleep } from 'node:timers/promises'
import { sum } from '@stepledger/contracts/sum.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { leaderName } from '../../platform/database/leader.ts'
import { type GenerationWithState, readGenerations } from '../../projector/generations/generations.ts'
import { countParked } from '../../projector/generations/parked-events.ts'
import type { CommandResult } from '../command-context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { counted, stepText } from '../format-text.ts'
import type { Output } from '../output.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'
import { withProjector } from '../with-projector.ts'

/**
 * - live
 * - ready: a preview that has reached the live generation, and was compared with it
 * - stopped: at an event of a newer release, or because too many events can't be folded; see `reason`
 * - displaced: superseded by another generation
 * - waiting: no projector is building it; it becomes live once one runs
 */
export interface AwaitedGeneration {
  readonly outcome: 'live' | 'ready' | 'stopped' | 'displaced' | 'waiting'
  /** Null when it is not created yet. */
  readonly generation: number | null
  readonly reason: string | null
  readonly parked: number
  readonly seconds: number
}

/**
 * Timeouts without progress, ms: without a leading projector, and with one.
 */
const timeoutMs = 15_000
const timeoutWithProjectorMs = 600_000
const pollMs = 100

/** Waits until the requested generation is live and shows progress. Folds in this process when no server runs. */
export async function awaitGeneration(
  store: Store,
  output: Output,
  isRequested: (generation: GenerationWithState) => boolean,
): Promise<AwaitedGeneration> {
  return withProjector(store, output, () => waitForGeneration(store, output, isRequested))
}

/** Like `awaitGeneration`, without folding in this process. */
export async function waitForGeneration(
  { database, ledger }: Store,
  output: Output,
  isRequested: (generation: GenerationWithState) => boolean,
): Promise<AwaitedGeneration> {
  const started = performance.now()
  const end = async (
    outcome: AwaitedGeneration['outcome'],
    generation: number | null,
    reason: string | null = null,
  ) => {
    output.progress(null)
    const parked = generation === null ? 0 : await countParked(database.pool, generation)
    return { outcome, generation, reason, parked, seconds: (performance.now() - started) / 1000 }
  }
  const ends = await ledger.ends('events')
  let seen: number | null = null
  let last = ''
  let moved = started
  for (;;) {
    const generations = await readGenerations(database.pool)
    const requested = generations.find((g) => g.state !== 'abandoned' && isRequested(g))
    if (requested?.state === 'live') return end('live', requested.id)
    if (requested?.state === 'next' || requested?.state === 'preview') {
      if (requested.state === 'preview' && requested.ready) return end('ready', requested.id)
      if (requested.stopped !== null) return end('stopped', requested.id, requested.stopped)
      const folded = sum(await readCheckpoints(database.pool, requested.id))
      const { step } = requested
      const reached = `${requested.id} ${folded} ${step?.name}`
      if (reached !== last) moved = performance.now()
      seen = requested.id
      last = reached
      const what = `${requested.leftMsAgo === null ? 'Building' : 'Bringing up to date'} generation ${requested.id}`
      output.progress(
        step
          ? { what: `Making boards and indexes of generation ${requested.id}: ${stepText(step)}` }
          : requested.state === 'preview' && !requested.bare && folded >= sum(ends)
            ? { what: 'Comparing' }
            : { what, done: folded, of: Math.max(folded, sum(ends)), unit: 'events' },
      )
    } else if (seen !== null) return end('displaced', seen)
    const still = performance.now() - moved
    if (still > timeoutWithProjectorMs) return end('waiting', seen)
    if (still > timeoutMs && (await leaderName(database, advisoryLocks.projector)) === null)
      return end('waiting', seen)
    await sleep(pollMs, undefined, { signal: output.signal })
  }
}

export function showAwaited({ outcome, generation, reason, parked, seconds }: AwaitedGeneration): string {
  switch (outcome) {
    case 'live':
      return `Generation ${generation} is live, after ${seconds.toFixed(1)} s.${parkedText(parked)}`
    case 'ready':
      return `Generation ${generation} is built, after ${seconds.toFixed(1)} s.${parkedText(parked)}`
    case 'stopped':
      return `Generation ${generation} is NOT built: ${printable(reason ?? '')}. The previous generation stays live. The build is retried when the server starts, by \`ledger parked retry\`, and with new rules; \`ledger replay --abandon\` abandons it.`
    case 'displaced':
      return `Generation ${generation} was superseded by another one.`
    case 'waiting':
      return 'No projector is building it yet. It is built as soon as one runs.'
  }
}

function parkedText(parked: number): string {
  if (parked === 0) return ''
  return ` ${counted(parked, 'event')} could not be folded and ${parked === 1 ? 'is' : 'are'} parked: see \`ledger parked\`.`
}

export function resultOf(awaited: AwaitedGeneration): CommandResult {
  return { document: awaited, text: showAwaited(awaited), code: exitCodeOf(awaited) }
}

export function exitCodeOf({ outcome, parked }: AwaitedGeneration): ExitCode {
  if ((outcome === 'live' || outcome === 'ready') && parked > 0) return exitCodes.wrong
  return outcome === 'live' || outcome === 'ready' || outcome === 'waiting' ? exitCodes.fine : exitCodes.wrong
}
