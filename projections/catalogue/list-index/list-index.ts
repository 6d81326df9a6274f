import { itemAt } from '@stepledger/contracts/item-at.ts'
import { sortKey } from './sort-key.ts'
import { firstPosition, sortedSlots } from './sorted-slots.ts'
import { stringPool } from './string-pool.ts'

/** The parts of an entry that a list searches, filters and sorts by. */
export interface Entry<Id> {
  readonly id: Id
  /** Search text. */
  readonly search: string
  /** A number below 255 that filters test. */
  readonly facet: number
  /** Sort keys, one per order; ties are broken by the id. */
  readonly keys: readonly (string | number)[]
  /** False removes the entry from the list. */
  readonly listed: boolean
}

export interface ListQuery {
  /** A text must contain all of them; in the form of `searchWords`. Empty for all. */
  readonly words: readonly string[]
  /** Whether entries of a facet are listed. Null for all. */
  readonly hasFacet: ((facet: number) => boolean) | null
  /** Inclusive bounds of a numeric sort key. Null for all. */
  readonly range: { readonly order: number; readonly min: number; readonly max: number } | null
  /** Index of the sort key. */
  readonly order: number
  readonly direction: 'asc' | 'desc'
  readonly from: number
  readonly limit: number
}

/** The ids on a page, in order, and the total. */
export interface ListResult<Id> {
  readonly ids: Id[]
  readonly total: number
}

/** An in-memory list, sorted in each of its orders, with filters and search. */
export interface ListIndex<Id> {
  /** Upserts entries by id. The ids must be distinct. */
  put(entries: readonly Entry<Id>[]): void
  find(query: ListQuery): ListResult<Id>
  /** Upper estimate of its memory, bytes. */
  bytes(): number
}

/** Bytes per entry without texts: its id as a string, its position by id and in each order (twice), and its keys. */
const bytesOfEntry = 64
const bytesOfKey = 8 + 2 * 4

/** The facet of an unused slot. */
const unused = 255

/** Creates an index with `orders` sort orders. */
export function listIndex<Id extends string | number>(orders: number): ListIndex<Id> {
  const searches = stringPool()
  const titles = stringPool()
  const ids: Id[] = []
  let searchOf = new Uint32Array(1024)
  let facetOf = new Uint8Array(1024).fill(unused)
  /** By order and slot: a number, or the pool number of a title. */
  const keyOf: number[][] = Array.from({ length: orders }, () => [])
  const isTitle: boolean[] = []
  const free: number[] = []
  const compareIds = (a: number, b: number) => compare(ids[a], ids[b])
  const compareBy = (nth: number) => {
    const keys = keyOf[nth] ?? []
    return (a: number, b: number) => {
      const [x, y] = [keys[a] ?? 0, keys[b] ?? 0]
      if (x === y) return compareIds(a, b)
      if (!isTitle[nth]) return x - y
      return titles.text(x) < titles.text(y) ? -1 : 1
    }
  }
  const byId = sortedSlots(compareIds)
  const sorted = keyOf.map((_, nth) => sortedSlots(compareBy(nth)))

  const slotOf = (id: Id): number | null => {
    const slots = byId.now()
    const slot = slots[firstPosition(slots, (other) => compare(ids[other], id) < 0)]
    return slot !== undefined && ids[slot] === id ? slot : null
  }
  const grow = () => {
    const [searches, facets] = [searchOf, facetOf]
    searchOf = new Uint32Array(2 * searches.length)
    searchOf.set(searches)
    facetOf = new Uint8Array(2 * facets.length).fill(unused)
    facetOf.set(facets)
  }
  const addEntry = (entry: Entry<Id>): number => {
    const slot = free.pop() ?? ids.length
    if (slot === searchOf.length) grow()
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
    facetOf[slot] = unused
    searches.release(itemAt(searchOf, slot))
    keyOf.forEach((keys, nth) => {
      if (isTitle[nth]) titles.release(itemAt(keys, slot))
    })
    free.push(slot)
  }

  /** Returns a 0/1 flag per slot that passes, and their number. */
  const passingSlots = ({ words, hasFacet, range }: Pick<ListQuery, 'words' | 'hasFacet' | 'range'>) => {
    const bounded = range && keyOf[range.order]
    const facets = Uint8Array.from({ length: unused }, (_, facet) => Number(!hasFacet || hasFacet(facet)))
    const texts = words.length === 0 ? null : searches.holding(words)
    const slots = new Uint8Array(ids.length)
    let total = 0
    for (let slot = 0; slot < slots.length; slot++) {
      const facet = facetOf[slot] ?? unused
      const passes = facets[facet] === 1 && (texts === null || texts[searchOf[slot] ?? 0] === 1)
      if (!passes) continue
      const key = bounded?.[slot]
      if (range && (key === undefined || key < range.min || key > range.max)) continue
      slots[slot] = 1
      total++
    }
    return { slots, total }
  }

  return {
    put(entries) {
      const removed = entries.map(({ id }) => slotOf(id)).filter((slot) => slot !== null)
      // New slots, because the orders are still sorted by the old entries.
      const added = entries.filter(({ listed }) => listed).map(addEntry)
      for (const order of [byId, ...sorted]) order.change(removed, added)
      for (const slot of removed) clear(slot)
    },
    find({ words, hasFacet, range, order, direction, from, limit }) {
      const slots = (sorted[order] ?? byId).now()
      const passing =
        words.length === 0 && !hasFacet && !range ? null : passingSlots({ words, hasFacet, range })
      const total = passing?.total ?? slots.length
      const found: Id[] = []
      const backwards = direction === 'desc'
      // Without filters, the page starts directly at its offset.
      let [at, left] = passing ? [0, from] : [from, 0]
      for (; at < slots.length && found.length < limit && from < total; at++) {
        const slot = slots[backwards ? slots.length - 1 - at : at] ?? 0
        if (passing && passing.slots[slot] === 0) continue
        const id = ids[slot]
        if (left > 0) left--
        else if (id !== undefined) found.push(id)
      }
      return { ids: found, total }
    },
    bytes: () => byId.now().length * (bytesOfEntry + orders * bytesOfKey) + searches.bytes() + titles.bytes(),
  }
}

function compare<Id extends string | number>(a: Id | undefined, b: Id | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0
  return a < b ? -1 : 1
}
