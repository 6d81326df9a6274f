import type { Generation } from '@stepledger/projections/generation.ts'
import { type GenerationFeature, hasFeature } from '@stepledger/projections/generation-features.ts'
import { HttpError } from '../platform/http/http-error.ts'

/** Throws 503 while the live generation is of an older version without this feature: after an update, for a while. */
export function expectFeature(generation: Pick<Generation, 'codeVersion'>, feature: GenerationFeature): void {
  if (hasFeature(generation, feature)) return
  throw new HttpError(503, 'This is being computed from all plays. Please try again in a few minutes.', {
    headers: { 'retry-after': '60' },
  })
}
