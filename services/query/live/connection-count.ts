/** Counts open connections by key. */
export interface ConnectionCount {
  /** Counts one more; returns false when the limit is reached. */
  take(key: string): boolean
  free(key: string): void
}

/** Allows at most `max` open connections for each key. */
export function connectionCount(max: number): ConnectionCount {
  const open = new Map<string, number>()
  return {
    take(key) {
      const before = open.get(key) ?? 0
      if (before >= max) return false
      open.set(key, before + 1)
      return true
    },
    free(key) {
      const remaining = (open.get(key) ?? 0) - 1
      if (remaining > 0) open.set(key, remaining)
      else open.delete(key)
    },
  }
}
