import { compare, type Entry, entryColumns, type ListFilter } from './entry-columns.ts'
import { firstPosition, sortedSlots } from './sorted-slots.ts'

export interface ListQuery extends ListFilter {
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

/** Creates an index with `orders` sort orders. */
export function listIndex<Id extends string | number>(orders: number): ListIndex<Id> {
  const columns = entryColumns<Id>(orders)
  const { ids } = columns
  const byId = sortedSlots(columns.compareIds)
  const sorted = Array.from({ length: orders }, (_, nth) => sortedSlots(columns.compareBy(nth)))

  const slotOf = (id: Id): number | null => {
    const slots = byId.now()
    const slot = slots[firstPosition(slots, (other) => compare(ids[other], id) < 0)]
    return slot !== undefined && ids[slot] === id ? slot : null
  }

  return {
    put(entries) {
      const removed = entries.map(({ id }) => slotOf(id)).filter((slot) => slot !== null)
      // New slots, because the orders are still sorted by the old entries.
      const added = entries.filter(({ listed }) => listed).map(columns.add)
      for (const order of [byId, ...sorted]) order.change(removed, added)
      for (const slot of removed) columns.clear(slot)
    },
    find({ words, hasFacet, range, order, direction, from, limit }) {
      const slots = (sorted[order] ?? byId).now()
      const passing =
        words.length === 0 && !hasFacet && !range ? null : columns.passing({ words, hasFacet, range })
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
    bytes: () => columns.bytes(byId.now().length),
  }
}
