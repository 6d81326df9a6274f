/**
 * Throttles `load` to once per `ms`: calls in between share the same promise, whether pending, resolved or rejected.
 */
export function throttled<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly result: Promise<T> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > ms) last = { at: now, result: load() }
    return last.result
  }
}
