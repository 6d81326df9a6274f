import { itemAt } from '@stepledger/contracts/item-at.ts'
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

export interface ListFilter {
  /** A text must contain all of them; in the form of `searchWords`. Empty for all. */
  readonly words: readonly string[]
  /** Whether entries of a facet are listed. Null for all. */
  readonly hasFacet: ((facet: number) => boolean) | null
  /** Inclusive bounds of a numeric sort key. Null for all. */
  readonly range: { readonly order: number; readonly min: number; readonly max: number } | null
}

/** Bytes per entry without texts: its id as a string, its position by id and in each order (twice), and its keys. */
const bytesOfEntry = 64
const bytesOfKey = 8 + 2 * 4

/** The facet of an unused slot. */
const unused = 255

/** The entries of a list in columns; an entry is a slot. */
interface EntryColumns<Id> {
  readonly ids: readonly Id[]
  /** Adds an entry. Returns its slot. */
  add(entry: Entry<Id>): number
  /** Frees the slot of an entry. */
  clear(slot: number): void
  compareIds(a: number, b: number): number
  /** Returns the comparison of two slots in an order; ties are broken by the id. */
  compareBy(order: number): (a: number, b: number) => number
  /** Returns a 0/1 flag per slot that passes, and their number. */
  passing(filter: ListFilter): { slots: Uint8Array; total: number }
  /** Upper estimate of the memory of this many entries, bytes. */
  bytes(entries: number): number
}

export function entryColumns<Id extends string | number>(orders: number): EntryColumns<Id> {
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
  const grow = () => {
    const [searches, facets] = [searchOf, facetOf]
    searchOf = new Uint32Array(2 * searches.length)
    searchOf.set(searches)
    facetOf = new Uint8Array(2 * facets.length).fill(unused)
    facetOf.set(facets)
  }

  return {
    ids,
    compareIds,
    compareBy(order) {
      const keys = keyOf[order] ?? []
      return (a, b) => {
        const [x, y] = [keys[a] ?? 0, keys[b] ?? 0]
        if (x === y) return compareIds(a, b)
        if (!isTitle[order]) return x - y
        return titles.text(x) < titles.text(y) ? -1 : 1
      }
    },
    add(entry) {
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
    },
    clear(slot) {
      facetOf[slot] = unused
      searches.release(itemAt(searchOf, slot))
      keyOf.forEach((keys, nth) => {
        if (isTitle[nth]) titles.release(itemAt(keys, slot))
      })
      free.push(slot)
    },
    passing({ words, hasFacet, range }) {
      const bounded = range && keyOf[range.order]
      const facets = Uint8Array.from({ length: unused }, (_, facet) => Number(!hasFacet || hasFacet(facet)))
      const texts = searches.containing(words)
      const slots = new Uint8Array(ids.length)
      let total = 0
      for (let slot = 0; slot < slots.length; slot++) {
        const facet = facetOf[slot] ?? unused
        const passes = facets[facet] === 1 && texts[searchOf[slot] ?? 0] === 1
        if (!passes) continue
        const key = bounded?.[slot]
        if (range && (key === undefined || key < range.min || key > range.max)) continue
        slots[slot] = 1
        total++
      }
      return { slots, total }
    },
    bytes: (entries) => entries * (bytesOfEntry + orders * bytesOfKey) + searches.bytes() + titles.bytes(),
  }
}

/** Orders ids by their own order, texts by code units. */
export function compare<Id extends string | number>(a: Id | undefined, b: Id | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0
  return a < b ? -1 : 1
}

const reordered = /[\ud800-\uffff]/

/**
 * Maps a text so that JavaScript's order equals that of Postgres under collation "C", by code points. Without it, emoji
 * would precede full-width characters, because UTF-16 surrogates do.
 */
function sortKey(text: string): string {
  if (!reordered.test(text)) return text
  return text.replace(/[\ud800-\uffff]/g, (sign) => {
    const unit = sign.charCodeAt(0)
    return String.fromCharCode(unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
  })
}
