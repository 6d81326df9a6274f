import type { Generation } from '@stepledger/projections/generation.ts'
import { hasNotifications } from '@stepledger/projections/notifications/kept-since.ts'
import { HttpError } from '../../platform/http/http-error.ts'

/** Throws 503 while the live generation is of an older version, which has no passings: after an update, for a while. */
export function expectNotifications(generation: Pick<Generation, 'codeVersion'>): void {
  if (hasNotifications(generation)) return
  throw new HttpError(503, 'This is being computed from all plays. Please try again in a few minutes.', {
    headers: { 'retry-after': '60' },
  })
}
