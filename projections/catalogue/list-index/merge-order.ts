/** The first place in a sorted order of which `isBefore` does not hold. */
export function firstPlace(order: Uint32Array, isBefore: (slot: number) => boolean): number {
  let [from, to] = [0, order.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isBefore(order[middle] ?? 0)) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * A sorted order without some of its slots and with others. What lies between two changes is copied as a whole, so a few changes of a long order
 * cost little more than a copy of it.
 */
export function mergeOrder(
  order: Uint32Array,
  gone: readonly number[],
  fresh: readonly number[],
  compare: (a: number, b: number) => number,
): Uint32Array {
  const placeIn = (slot: number) => firstPlace(order, (other) => compare(other, slot) < 0)
  const edits = [
    ...gone.map((slot) => ({ slot, place: placeIn(slot), isGone: true })),
    ...fresh.map((slot) => ({ slot, place: placeIn(slot), isGone: false })),
  ].sort((a, b) => a.place - b.place || Number(a.isGone) - Number(b.isGone) || compare(a.slot, b.slot))
  const merged = new Uint32Array(order.length - gone.length + fresh.length)
  let [from, at] = [0, 0]
  const copyUpTo = (place: number) => {
    merged.set(order.subarray(from, place), at)
    at += place - from
    from = place
  }
  for (const { slot, place, isGone } of edits) {
    copyUpTo(place)
    if (isGone) from++
    else merged[at++] = slot
  }
  copyUpTo(order.length)
  return merged
}
