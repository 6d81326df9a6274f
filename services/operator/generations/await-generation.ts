import { setTimeout as sleep } from 'node:timers/promises'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { foldInProcess } from '../../fold-in-process.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { hasLeader } from '../../platform/database/leader.ts'
import { type GenerationWithState, readGenerations } from '../../projector/generations/generations.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'

/**
 * - live: it is
 * - stopped: at an event that can't be folded; `reason` names it
 * - displaced: another one was asked for meanwhile
 * - waiting: no projector has taken it up; it becomes live once one runs
 */
export interface AwaitedGeneration {
  readonly outcome: 'live' | 'stopped' | 'displaced' | 'waiting'
  /** Null when no projector has made it yet. */
  readonly generation: number | null
  readonly reason: string | null
  readonly seconds: number
}

/**
 * How long nothing may happen before it is plain that nobody folds, ms: that long when no projector is there at all,
 * else it may work on.
 */
const patienceMs = 15_000
const patienceWithProjectorMs = 600_000
/** A build that has copied all plays makes boards and indexes of them; then nothing is counted for so long, ms. */
const stillMs = 1_000
const lookEveryMs = 100

/** Waits until the generation that `isWanted` is live, folding here when no server does, and draws how far it is. */
export async function awaitGeneration(
  store: Store,
  output: Output,
  isWanted: (generation: GenerationWithState) => boolean,
): Promise<AwaitedGeneration> {
  const log = { info: () => {}, warn: output.say, error: output.say }
  const waiting = () => waitForGeneration(store, output, isWanted)
  return store.server === null ? foldInProcess(store, log, waiting) : waiting()
}

/** The same, where somebody folds already. */
export async function waitForGeneration(
  { database, ledger }: Store,
  output: Output,
  isWanted: (generation: GenerationWithState) => boolean,
): Promise<AwaitedGeneration> {
  const started = performance.now()
  const end = (
    outcome: AwaitedGeneration['outcome'],
    generation: number | null,
    reason: string | null = null,
  ) => {
    output.progress(null)
    return { outcome, generation, reason, seconds: (performance.now() - started) / 1000 }
  }
  const ends = await ledger.ends('events')
  let seen: number | null = null
  let last = -1
  let moved = started
  for (;;) {
    const generations = await readGenerations(database.pool)
    const wanted = generations.find((g) => g.state !== 'abandoned' && isWanted(g))
    if (wanted?.state === 'live') return end('live', wanted.id)
    if (wanted?.state === 'next') {
      if (wanted.stopped !== null) return end('stopped', wanted.id, wanted.stopped)
      const folded = sumOf(await readCheckpoints(database.pool, wanted.id))
      const now = performance.now()
      if (folded !== last || seen === null) moved = now
      seen = wanted.id
      last = folded
      const what = `${wanted.leftMsAgo === null ? 'Building' : 'Bringing up to date'} generation ${wanted.id}`
      output.progress(
        wanted.bare && now - moved > stillMs
          ? { what: `Making boards and indexes of generation ${wanted.id}` }
          : { what, done: folded, of: Math.max(folded, sumOf(ends)), unit: 'events' },
      )
    } else if (seen !== null) return end('displaced', seen)
    const still = performance.now() - moved
    if (still > patienceWithProjectorMs) return end('waiting', seen)
    if (still > patienceMs && !(await hasLeader(database, advisoryLocks.projector)))
      return end('waiting', seen)
    await sleep(lookEveryMs, undefined, { signal: output.signal })
  }
}

function sumOf(offsets: readonly number[]): number {
  return offsets.reduce((sum, offset) => sum + offset, 0)
}
