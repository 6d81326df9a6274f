/** Counts what is open, by key. */
export interface ConnectionCount {
  /** Counts one more; false when as many are open as may be. */
  take(key: string): boolean
  /** Counts one that was taken no longer. */
  free(key: string): void
}

/** At most `most` of each key. */
export function connectionCount(most: number): ConnectionCount {
  const open = new Map<string, number>()
  return {
    take(key) {
      const before = open.get(key) ?? 0
      if (before >= most) return false
      open.set(key, before + 1)
      return true
    },
    free(key) {
      const left = (open.get(key) ?? 0) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    },
  }
}
