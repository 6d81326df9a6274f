import { addressKey } from '../limits/address-key.ts'
import type { Limits } from '../limits/limits.ts'
import type { Caller, Identity, TokenUse } from './identity.ts'

export interface Identification {
  readonly identity: Identity
  readonly limits: Pick<Limits, 'take'>
}

/**
 * Authenticates a bearer token. Unknown tokens are rate-limited per address, only after the lookup, so valid tokens are
 * never delayed by others behind the same address. `refuse` is called with the seconds to wait; it throws, or returns
 * null to continue as a visitor. Synchronous on a cache hit.
 */
export function identifyCaller(
  { identity, limits }: Identification,
  token: string,
  use: TokenUse,
  refuse: (wait: number) => null,
): Caller | null | Promise<Caller | null> {
  const identified = identity.identify(token, use)
  if (!(identified instanceof Promise)) return identified
  return identified.then(async (caller) => {
    if (caller) return caller
    const wait = await limits.take('lookup', addressKey(use.address))
    return wait > 0 ? refuse(wait) : null
  })
}
