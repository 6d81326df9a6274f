import { HttpError } from '../../platform/http/http-error.ts'
import { foldedBefore } from '../../progress.ts'
import type { IngestDeps } from '../deps.ts'

/** How long a request waits for the fold, ms. */
export const foldTimeoutMs = 2_000

/** Waits until the read models contain everything that the ledger holds at the call. Throws 503 otherwise. */
export async function requireFolded({
  ledger,
  progress,
}: Pick<IngestDeps, 'ledger' | 'progress'>): Promise<void> {
  if (await foldedBefore(progress, await ledger.ends('events'), foldTimeoutMs)) return
  throw new HttpError(503, 'The read models are behind the ledger. Please try again later.', {
    headers: { 'retry-after': '5' },
  })
}
