import { itemAt } from '@stepledger/contracts/item-at.ts'

/** Slots in sorted order. */
interface SortedSlots {
  /** Returns the slots; valid until the next change. */
  now(): Uint32Array
  /**
   * Removes and adds slots. Ranges between changes are copied as a whole, so a few changes cost little more than one
   * copy of the list.
   */
  change(removed: readonly number[], added: readonly number[]): void
}

/** `compare` must be a total order. */
export function sortedSlots(compare: (a: number, b: number) => number): SortedSlots {
  let slots = new Uint32Array()
  // Double buffering: the next order is written to the previous buffer, without allocation.
  let spare = new Uint32Array()
  return {
    now: () => slots,
    change(removed, added) {
      if (removed.length + added.length === 0) return
      const positionOf = (slot: number) => firstPosition(slots, (other) => compare(other, slot) < 0)
      const edits = [
        ...removed.map((slot) => ({ slot, position: positionOf(slot), isRemoved: true })),
        ...added.map((slot) => ({ slot, position: positionOf(slot), isRemoved: false })),
      ].sort(
        (a, b) =>
          a.position - b.position || Number(a.isRemoved) - Number(b.isRemoved) || compare(a.slot, b.slot),
      )
      const length = slots.length - removed.length + added.length
      const buffer = spare.buffer.byteLength < 4 * length ? new Uint32Array(length + (length >> 2)) : spare
      const merged = new Uint32Array(buffer.buffer, 0, length)
      let [from, at] = [0, 0]
      const copyUpTo = (position: number) => {
        merged.set(slots.subarray(from, position), at)
        at += position - from
        from = position
      }
      for (const { slot, position, isRemoved } of edits) {
        copyUpTo(position)
        if (isRemoved) from++
        else merged[at++] = slot
      }
      copyUpTo(slots.length)
      spare = slots
      slots = merged
    },
  }
}

/** Returns the first position for which `isBefore` is false. */
export function firstPosition(slots: Uint32Array, isBefore: (slot: number) => boolean): number {
  let [from, to] = [0, slots.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isBefore(itemAt(slots, middle))) from = middle + 1
    else to = middle
  }
  return from
}
