import { itemAt } from '@stepledger/contracts/item-at.ts'
/** Slots in an order. */
export interface SortedSlots {
  /** They themselves, until the next change. */
  now(): Uint32Array
  /**
   * Takes slots out, and puts others in. What lies between two changes is copied as a whole: a few cost little more
   * than a copy of the list.
   */
  change(gone: readonly number[], fresh: readonly number[]): void
}

/** `compare` tells any two slots apart. */
export function sortedSlots(compare: (a: number, b: number) => number): SortedSlots {
  let slots = new Uint32Array()
  // The next order is written where the last but one was, and no memory is asked for.
  let spare = new Uint32Array()
  return {
    now: () => slots,
    change(gone, fresh) {
      if (gone.length + fresh.length === 0) return
      const placeIn = (slot: number) => firstPlace(slots, (other) => compare(other, slot) < 0)
      const edits = [
        ...gone.map((slot) => ({ slot, place: placeIn(slot), isGone: true })),
        ...fresh.map((slot) => ({ slot, place: placeIn(slot), isGone: false })),
      ].sort((a, b) => a.place - b.place || Number(a.isGone) - Number(b.isGone) || compare(a.slot, b.slot))
      const length = slots.length - gone.length + fresh.length
      const buffer = spare.buffer.byteLength < 4 * length ? new Uint32Array(length + (length >> 2)) : spare
      const merged = new Uint32Array(buffer.buffer, 0, length)
      let [from, at] = [0, 0]
      const copyUpTo = (place: number) => {
        merged.set(slots.subarray(from, place), at)
        at += place - from
        from = place
      }
      for (const { slot, place, isGone } of edits) {
        copyUpTo(place)
        if (isGone) from++
        else merged[at++] = slot
      }
      copyUpTo(slots.length)
      spare = slots
      slots = merged
    },
  }
}

/** The first place in an order of which `isBefore` does not hold. */
export function firstPlace(slots: Uint32Array, isBefore: (slot: number) => boolean): number {
  let [from, to] = [0, slots.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isBefore(itemAt(slots, middle))) from = middle + 1
    else to = middle
  }
  return from
}
