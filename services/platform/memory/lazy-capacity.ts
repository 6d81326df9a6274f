/**
 * Options of an LRUCache of up to `max` entries that allocates memory on demand. The `max` option of LRUCache would
 * allocate for all entries up front.
 */
export function lazyCapacity(max: number) {
  return { maxSize: max, sizeCalculation: () => 1 }
}
