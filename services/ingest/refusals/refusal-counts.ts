import type { KeyRefusals } from '@stepledger/contracts/http/operated-players.ts'

/** Refused plays of one key and reason. `key`: also `others` or `none`. */
export interface RefusalsOfKey extends Omit<KeyRefusals, 'lastAt'> {
  /** Time of the last one, ms since 1970. */
  readonly at: number
  /** The owner of the key, if it is valid. */
  readonly player: string | null
}

interface RefusalCounts {
  add(refused: Omit<RefusalsOfKey, 'count'>): void
  /** Adds counts again that could not be written. */
  restore(refusals: readonly RefusalsOfKey[]): void
  /** Since the last call. */
  drain(): RefusalsOfKey[]
}

/** The key under which all keys beyond the limit are counted, in case of invented keys. */
export const otherKeys = 'others'

/**
 * Counts refusals in memory by key and reason, at most `maxKeys` pairs of valid keys and as many of others; later ones
 * are counted together by reason.
 */
export function refusalCounts(maxKeys: number): RefusalCounts {
  let counts = new Map<string, RefusalsOfKey>()
  let valid = 0
  function add(refused: RefusalsOfKey): void {
    const isKnown = counts.has(idOf(refused))
    const pairs = refused.player === null ? counts.size - valid : valid
    const counted = isKnown || pairs < maxKeys ? refused : { ...refused, key: otherKeys, player: null }
    const before = counts.get(idOf(counted))
    if (!isKnown && counted.player !== null) valid += 1
    const latest = before && before.at > counted.at ? before : counted
    counts.set(idOf(counted), { ...latest, count: (before?.count ?? 0) + refused.count })
  }
  return {
    add: (refused) => add({ ...refused, count: 1 }),
    restore: (refusals) => refusals.forEach(add),
    drain() {
      const drained = [...counts.values()]
      counts = new Map()
      valid = 0
      return drained
    },
  }
}

const idOf = ({ key, player, reason }: Pick<RefusalsOfKey, 'key' | 'player' | 'reason'>) =>
  `${key} ${player} ${reason}`
