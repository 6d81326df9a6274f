/**
 * Options of an LRUCache of up to `max` entries that takes memory as they come. Its own `max` takes memory for all of
 * them at the start.
 */
export function lazyCapacity(max: number) {
  return { maxSize: max, sizeCalculation: () => 1 }
}
