import { type Position, positionHeader } from '@stepledger/contracts/ledger/position.ts'
import { coalesced } from '../async/coalesced.ts'
import { withDeadline } from '../async/with-deadline.ts'
import { HttpError } from '../http/http-error.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Progress } from './progress.ts'

/** How long a request waits for the ends of the ledger, ms. */
const endsTimeoutMs = 500

/**
 * Resolves like `Progress.reached`, for a position that a request names: rejects with 400 if the ledger has no event
 * there. While the ledger is unavailable, it waits for any position.
 */
export type AwaitRequested = (position: Position, timeoutMs: number) => Promise<boolean>

export function requestedPositions({
  progress,
  ledger,
}: {
  readonly progress: Pick<Progress, 'reached'>
  readonly ledger: Pick<Ledger, 'ends'>
}): AwaitRequested {
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
