/**
 * Asks at most once every `ms`: anyone who comes meanwhile is given the same answer, also one that is on its way, or a
 * failure.
 */
export function throttled<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > ms) last = { at: now, answer: ask() }
    return last.answer
  }
}
