import { HttpError } from '../../platform/http/http-error.ts'
import type { LiveRefusal } from '../query-metrics.ts'
import { connectionCount } from './connection-count.ts'

/** Whatever says once that it is closed: a line, an answer. */
interface Closing {
  once(event: 'close', listener: () => void): unknown
}

interface PlacesOptions {
  readonly most: { readonly inAll: number; readonly perAddress: number }
  readonly refused: (why: Exclude<LiveRefusal, 'account'>) => void
  /** What they are, for people: `live connections`. */
  readonly what: string
}

/** After how long anyone who is refused may try again, seconds. */
const retryAfter = { 'retry-after': '30' }

/**
 * Places for connections that stay open. `take` gives one to an address, until `held` closes. Throws 429 when the
 * address has too many. Gives what 503 is to be answered with when there are too many in all, not thrown: each would be
 * a line in the log, of a server that is busy enough.
 */
export function connectionSlots({ most, refused, what }: PlacesOptions) {
  const open = connectionCount(most.inAll)
  const addresses = connectionCount(most.perAddress)
  return {
    take(address: string, held: Closing): { headers: typeof retryAfter; error: string } | null {
      if (!addresses.take(address)) {
        refused('address')
        throw new HttpError(429, `Too many ${what} from this address`, { headers: retryAfter })
      }
      held.once('close', () => addresses.free(address))
      if (!open.take('all')) {
        refused('all')
        return { headers: retryAfter, error: `Too many ${what}` }
      }
      held.once('close', () => open.free('all'))
      return null
    },
  }
}
