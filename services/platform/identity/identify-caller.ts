import { addressKey } from '../limits/address-key.ts'
import type { Limits } from '../limits/limits.ts'
import type { Caller, Identity, TokenUse } from './identity.ts'

export interface Identification {
  readonly identity: Identity
  readonly limits: Pick<Limits, 'take' | 'giveBack'>
}

/**
 * Who calls with this token. A token that was not seen before costs the address a look-up, given back when it names
 * somebody: who guesses is stopped before the database is asked, and everybody else goes on, however many share the
 * address. `refuse` is told how many seconds to wait, and throws, or has the call go on as that of a visitor. At once
 * where nothing is to be looked up.
 */
export function identifyCaller(
  { identity, limits }: Identification,
  token: string,
  use: TokenUse,
  refuse: (wait: number) => null,
): Caller | null | Promise<Caller | null> {
  if (identity.hasSeen(token)) return identity.identify(token, use)

  const key = addressKey(use.address)
  const lookUp = async (wait: number) => {
    if (wait > 0) return refuse(wait)
    const caller = await identity.identify(token, use)
    if (caller) limits.giveBack('lookup', key)
    return caller
  }
  const wait = limits.take('lookup', key)
  return typeof wait === 'number' ? lookUp(wait) : wait.then(lookUp)
}
