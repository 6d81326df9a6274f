import { type Position, positionHeader } from '@stepledger/contracts/ledger/position.ts'
import { oldestReadVersion } from '@stepledger/projections/code-version.ts'
import { readLiveCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import { coalesced } from './platform/async/single-flight.ts'
import { withDeadline } from './platform/async/with-deadline.ts'
import type { Database } from './platform/database/database.ts'
import { HttpError } from './platform/http/http-error.ts'
import type { Ledger } from './platform/ledger/ledger.ts'
import type { Notice, Push } from './platform/push/push.ts'

/** The checkpoint of the live generation in the topic `events`, as known to this process. */
export interface Progress {
  /**
   * The live generation with its checkpoint: the next offset of each partition. Null before the first generation, and
   * while it is of older code than this release reads.
   */
  current(): { readonly generation: StoredGeneration; readonly checkpoints: readonly number[] } | null
  /** Resolves with true once the live generation includes the event at `position`, or with false after `timeoutMs`. */
  reached(position: Position, timeoutMs: number): Promise<boolean>
  /** Reads the checkpoint from the database, for callers that must not rely on notices. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/** Poll interval of the database without a notice, ms: the maximum delay after a lost notice. */
const pollMs = 1000

/** Follows the projector's notices. Reads the database at the start, on a new generation, and periodically. */
export async function followProgress(database: Database, push: Push): Promise<Progress> {
  let state: { generation: StoredGeneration; checkpoints: number[] } | null = null
  const waiting = new Set<() => void>()

  const wake = () => {
    for (const check of waiting) check()
  }
  const read = async (): Promise<void> => {
    const live = await readLiveCheckpoints(database.pool)
    if (!live) return
    const known = state?.generation.id === live.generation ? state : null
    // Its rules take longer to read than the checkpoints, and never change.
    const generation = known?.generation ?? (await readLiveGeneration(database))
    if (generation?.id !== live.generation) return read()
    if (generation.codeVersion < oldestReadVersion) return
    const checkpoints = live.checkpoints.map((next, i) => Math.max(next, known?.checkpoints[i] ?? 0))
    state = { generation, checkpoints }
    wake()
  }
  // Coalesced, so that an older read never overwrites a newer one.
  const { run: refresh, settled } = coalesced(read)
  const onNotice = (notice: Notice) => {
    if (notice.kind !== 'folded' && notice.kind !== 'switched') return
    if (notice.kind === 'switched' || state?.generation.id !== notice.generation) {
      void refresh().catch(() => {})
      return
    }
    for (const [partition, next] of notice.checkpoints) {
      state.checkpoints[partition] = Math.max(state.checkpoints[partition] ?? 0, next)
    }
    wake()
  }
  const unsubscribe = push.subscribe(onNotice, () => void refresh().catch(() => {}))
  const timer = setInterval(() => void refresh().catch(() => {}), pollMs)
  timer.unref()
  await refresh()

  const holds = ({ partition, offset }: Position) => (state?.checkpoints[partition] ?? 0) > offset
  return {
    current: () => state,
    refresh,
    reached(position, timeoutMs) {
      if (holds(position)) return Promise.resolve(true)
      if (timeoutMs <= 0) return Promise.resolve(false)
      return new Promise((resolve) => {
        const check = () => {
          if (!holds(position)) return
          settle(true)
        }
        const settle = (answer: boolean) => {
          clearTimeout(timeout)
          waiting.delete(check)
          resolve(answer)
        }
        const timeout = setTimeout(settle, timeoutMs, false)
        waiting.add(check)
      })
    },
    async stop() {
      clearInterval(timer)
      unsubscribe()
      await settled()
    },
  }
}

/** Waits until everything before these offsets is folded, one a partition. Returns false if it is not in time. */
export async function foldedBefore(
  { reached }: Pick<Progress, 'reached'>,
  ends: readonly number[],
  timeoutMs: number,
): Promise<boolean> {
  const isFolded = await Promise.all(
    ends.map((end, partition) => end === 0 || reached({ partition, offset: end - 1 }, timeoutMs)),
  )
  return !isFolded.includes(false)
}

/** How long a request waits for the ends of the ledger, ms. */
const endsTimeoutMs = 500

/**
 * Resolves like `Progress.reached`, for a position that a request names: rejects with 400 if the ledger has no event
 * there. While the ledger is unavailable, it waits for any position.
 */
export function requestedPositions({
  progress,
  ledger,
}: {
  readonly progress: Pick<Progress, 'reached'>
  readonly ledger: Pick<Ledger, 'ends'>
}): Progress['reached'] {
  let ends: readonly number[] = []
  // Each call gets ends that are read after it, as another process may just have appended the event.
  const { run: readEnds } = coalesced(async () => {
    ends = await ledger.ends('events')
  })
  const isBeyond = ({ partition, offset }: Position) => offset >= (ends[partition] ?? 0)
  return async (position, timeoutMs) => {
    if (await progress.reached(position, 0)) return true
    if (isBeyond(position)) {
      const areRead = await withDeadline(endsTimeoutMs, readEnds(), 'the ends of the ledger').then(
        () => true,
        () => false,
      )
      if (areRead && isBeyond(position))
        throw new HttpError(400, 'Ledger-Position is beyond the end of the ledger', { field: positionHeader })
    }
    return progress.reached(position, timeoutMs)
  }
}
