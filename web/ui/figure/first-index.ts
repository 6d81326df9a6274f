/** Binary search for the first index at which the monotonic predicate `matches` holds; `length` if none. */
export function firstIndex(length: number, matches: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (matches(middle)) high = middle
    else low = middle + 1
  }
  return low
}
