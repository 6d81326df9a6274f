import { HttpError } from '../../platform/http/http-error.ts'
import type { LiveRefusal } from '../query-metrics.ts'

/** A socket or response that emits `close` once. */
interface Closeable {
  once(event: 'close', listener: () => void): unknown
}

interface SlotOptions {
  readonly max: { readonly total: number; readonly perAddress: number }
  readonly refused: (why: Exclude<LiveRefusal, 'account'>) => void
  /** Plural noun for error messages: `live connections`. */
  readonly what: string
}

/** Seconds after which a refused client may retry. */
const retryAfter = { 'retry-after': '30' }

/**
 * Limits long-lived connections. `take` takes a slot for an address until `connection` closes. Throws 429 when the
 * address has too many. When there are too many in total it returns the 503 response instead of throwing, because a
 * thrown 503 is logged, and the server is already overloaded.
 */
export function connectionSlots({ max, refused, what }: SlotOptions) {
  const open = connectionCount(max.total)
  const addresses = connectionCount(max.perAddress)
  return {
    take(address: string, connection: Closeable): { headers: typeof retryAfter; error: string } | null {
      if (!addresses.take(address)) {
        refused('address')
        throw new HttpError(429, `Too many ${what} from this address`, { headers: retryAfter })
      }
      connection.once('close', () => addresses.free(address))
      if (!open.take('all')) {
        refused('all')
        return { headers: retryAfter, error: `Too many ${what}` }
      }
      connection.once('close', () => open.free('all'))
      return null
    },
  }
}

export interface ConnectionCount {
  /** Counts one more; returns false when the limit is reached. */
  take(key: string): boolean
  free(key: string): void
}

/** Allows at most `max` open connections for each key. */
export function connectionCount(max: number): ConnectionCount {
  const open = new Map<string, number>()
  return {
    take(key) {
      const before = open.get(key) ?? 0
      if (before >= max) return false
      open.set(key, before + 1)
      return true
    },
    free(key) {
      const remaining = (open.get(key) ?? 0) - 1
      if (remaining > 0) open.set(key, remaining)
      else open.delete(key)
    },
  }
}
