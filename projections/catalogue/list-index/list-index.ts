import { firstPlace, mergeOrder } from './merge-order.ts'
import { sortKey } from './sort-key.ts'
import { type StringPool, stringPool } from './string-pool.ts'

/** What a list is searched, filtered and ordered by, of one of its entries. */
export interface Entry<Id> {
  readonly id: Id
  /** What searches look in. */
  readonly search: string
  /** A number below 256 that says which filters let it through. */
  readonly facet: number
  /** By each order of the list; among equals the id decides. */
  readonly keys: readonly (string | number)[]
  /** Whether it is in the list; false takes it out. */
  readonly listed: boolean
}

export interface Asked {
  /** Part of a text, in the form of `searchKey`; all hold the empty one. */
  readonly search: string
  /** Null for all. */
  readonly lets: ((facet: number) => boolean) | null
  /** Which of the keys. */
  readonly order: number
  readonly direction: 'asc' | 'desc'
  readonly from: number
  readonly limit: number
}

/** Ids on a page, in its order, and how many there are on all. */
export interface Found<Id> {
  readonly ids: Id[]
  readonly total: number
}

/** A list in memory: in each of its orders, with what it is searched by. */
export interface ListIndex<Id> {
  /** Puts entries in, each in place of the one with its id, if there is one. No two of them have the same id. */
  put(entries: readonly Entry<Id>[]): void
  find(asked: Asked): Found<Id>
  /** What it takes at most. */
  bytes(): number
}

/** Of an entry, without its texts: its id as a string, its places in the orders, its keys. */
const bytesOfEntry = 64
const bytesOfKey = 8 + 4

/** An index of a list with so many orders. */
export function listIndex<Id extends string | number>(orders: number): ListIndex<Id> {
  const searches = stringPool()
  const titles = stringPool()
  const ids: Id[] = []
  const searchOf: number[] = []
  const facetOf: number[] = []
  /** By order and slot: a number, or the number of a title. */
  const keyOf: number[][] = Array.from({ length: orders }, () => [])
  const isTitle: boolean[] = []
  const free: number[] = []
  let byId: Uint32Array = new Uint32Array()
  const sorted: Uint32Array[] = Array.from({ length: orders }, () => new Uint32Array())

  const compareIds = (a: number, b: number) => order(ids[a], ids[b])
  const compareBy = (nth: number) => {
    const keys = keyOf[nth] ?? []
    return (a: number, b: number) => {
      const [x, y] = [keys[a] ?? 0, keys[b] ?? 0]
      if (x === y) return compareIds(a, b)
      if (!isTitle[nth]) return x - y
      return titles.text(x) < titles.text(y) ? -1 : 1
    }
  }
  const slotOf = (id: Id): number | null => {
    const slot = byId[firstPlace(byId, (other) => order(ids[other], id) < 0)]
    return slot !== undefined && ids[slot] === id ? slot : null
  }
  const place = (entry: Entry<Id>): number => {
    const slot = free.pop() ?? ids.length
    ids[slot] = entry.id
    searchOf[slot] = searches.take(entry.search)
    facetOf[slot] = entry.facet
    entry.keys.forEach((key, nth) => {
      isTitle[nth] = typeof key === 'string'
      const keys = keyOf[nth]
      if (keys) keys[slot] = typeof key === 'string' ? titles.take(sortKey(key)) : key
    })
    return slot
  }
  const clear = (slot: number) => {
    searches.release(searchOf[slot] ?? 0)
    keyOf.forEach((keys, nth) => {
      if (isTitle[nth]) titles.release(keys[slot] ?? 0)
    })
    free.push(slot)
  }

  return {
    put(entries) {
      const gone = entries.map(({ id }) => slotOf(id)).filter((slot) => slot !== null)
      // In slots of their own: the orders are still sorted by what was there before.
      const fresh = entries.filter(({ listed }) => listed).map(place)
      byId = mergeOrder(byId, gone, fresh, compareIds)
      for (let nth = 0; nth < orders; nth++)
        sorted[nth] = mergeOrder(sorted[nth] ?? byId, gone, fresh, compareBy(nth))
      for (const slot of gone) clear(slot)
    },
    find(asked) {
      const slots = sorted[asked.order] ?? byId
      const passes = passing(asked, searches, searchOf, facetOf)
      const [first, step] = asked.direction === 'asc' ? [0, 1] : [slots.length - 1, -1]
      const found: Id[] = []
      const [from, to] = [asked.from, asked.from + asked.limit]
      // Where all pass, only the page itself is looked at.
      const start = passes ? 0 : Math.min(from, slots.length)
      const end = passes ? slots.length : Math.min(to, slots.length)
      let total = start
      for (let i = start; i < end; i++) {
        const slot = slots[first + step * i] ?? 0
        if (passes && !passes(slot)) continue
        const id = ids[slot]
        if (total >= from && total < to && id !== undefined) found.push(id)
        total++
      }
      return { ids: found, total: passes ? total : slots.length }
    },
    bytes: () => byId.length * (bytesOfEntry + orders * bytesOfKey) + searches.bytes() + titles.bytes(),
  }
}

/** Which slots a page may show; null for all. */
function passing(
  { search, lets }: Asked,
  searches: StringPool,
  searchOf: readonly number[],
  facetOf: readonly number[],
): ((slot: number) => boolean) | null {
  const letThrough = lets && Uint8Array.from({ length: 256 }, (_, facet) => Number(lets(facet)))
  const found = search === '' ? null : searches.holding(search)
  if (found && letThrough)
    return (slot) => found[searchOf[slot] ?? 0] === 1 && letThrough[facetOf[slot] ?? 0] === 1
  if (found) return (slot) => found[searchOf[slot] ?? 0] === 1
  if (letThrough) return (slot) => letThrough[facetOf[slot] ?? 0] === 1
  return null
}

function order<Id extends string | number>(a: Id | undefined, b: Id | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0
  return a < b ? -1 : 1
}
