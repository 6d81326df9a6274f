/** The item at `i`, which must be there. Throws RangeError: going on without it would make up a number. */
export function itemAt<T>(items: ArrayLike<T>, i: number): T {
  const item = items[i]
  if (item === undefined) throw new RangeError(`there is no item ${i} among ${items.length}`)
  return item
}
