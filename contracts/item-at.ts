/** Returns the item at `i`. Throws RangeError if it does not exist, instead of computing with undefined. */
export function itemAt<T>(items: ArrayLike<T>, i: number): T {
  const item = items[i]
  if (item === undefined) throw new RangeError(`there is no item ${i} among ${items.length}`)
  return item
}
