/** Refused plays of one key and reason. */
export interface Refusals {
  /** The first characters of the API key, or `others` or `none`. */
  readonly key: string
  readonly reason: string
  readonly count: number
  /** The last error message, and the game and module that sent it, if known. */
  readonly sample: string
  readonly client: string | null
  /** Time of the last one, ms since 1970. */
  readonly at: number
}

export interface RefusalCounts {
  add(refused: Omit<Refusals, 'count'>): void
  /** Adds counts again that could not be written. */
  restore(refusals: readonly Refusals[]): void
  /** Returns the counts since the last call. */
  drain(): Refusals[]
}

/** The key under which all keys beyond the limit are counted, in case of invented keys. */
export const otherKeys = 'others'

/** Counts refusals in memory by key and reason, at most `maxKeys` pairs; later ones are counted together by reason. */
export function refusalCounts(maxKeys: number): RefusalCounts {
  let counts = new Map<string, Refusals>()
  function add(refused: Refusals): void {
    const known = counts.has(idOf(refused)) || counts.size < maxKeys
    const counted = known ? refused : { ...refused, key: otherKeys }
    const before = counts.get(idOf(counted))?.count ?? 0
    counts.set(idOf(counted), { ...counted, count: before + refused.count })
  }
  return {
    add: (refused) => add({ ...refused, count: 1 }),
    restore: (refusals) => refusals.forEach(add),
    drain() {
      const drained = [...counts.values()]
      counts = new Map()
      return drained
    },
  }
}

const idOf = ({ key, reason }: Pick<Refusals, 'key' | 'reason'>) => `${key} ${reason}`
