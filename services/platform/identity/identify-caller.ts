import { addressKey } from '../limits/address-key.ts'
import type { Limits } from '../limits/limits.ts'
import type { Caller, Identity, TokenUse } from './identity.ts'

export interface Identification {
  readonly identity: Identity
  readonly limits: Pick<Limits, 'take'>
}

/**
 * Who calls with this token. A token that names nobody counts against the address, once that is known: whose token is
 * valid never waits for what others behind the same address try. `refuse` is called with the seconds to wait, and
 * throws, or returns null to have the call go on as that of a visitor. Synchronous where nothing has to be looked up.
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
