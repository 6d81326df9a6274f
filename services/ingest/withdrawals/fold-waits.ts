import { HttpError } from '../../platform/http/http-error.ts'
import type { IngestDeps } from '../deps.ts'

/** How long a request waits for the fold, ms. */
export const foldTimeoutMs = 2_000

type Followed = Pick<IngestDeps, 'ledger' | 'progress'>

/** Waits until everything before these offsets is folded, one a partition. Returns false if it is not in time. */
export async function foldedBefore(
  { progress }: Pick<Followed, 'progress'>,
  ends: readonly number[],
): Promise<boolean> {
  const reached = await Promise.all(
    ends.map(
      (end, partition) => end === 0 || progress.reached({ partition, offset: end - 1 }, foldTimeoutMs),
    ),
  )
  return !reached.includes(false)
}

/** Waits until the read models contain everything that the ledger holds at the call. Throws 503 otherwise. */
export async function requireFolded({ ledger, progress }: Followed): Promise<void> {
  if (await foldedBefore({ progress }, await ledger.ends('events'))) return
  throw new HttpError(503, 'The read models are behind the ledger. Please try again later.', {
    headers: { 'retry-after': '5' },
  })
}
