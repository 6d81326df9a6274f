/** The step after a key press; null if the key does not navigate. `index`: the current step, null for none. */
export function stepAfterKey(key: string, index: number | null, count: number): number | null {
  const last = count - 1
  if (last < 0) return null
  const page = Math.max(10, Math.round(count / 20))
  const clamp = (n: number) => Math.max(0, Math.min(last, n))
  switch (key) {
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowRight':
    case 'ArrowUp':
      return index === null ? 0 : clamp(index + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return index === null ? last : clamp(index - 1)
    case 'PageUp':
      return clamp((index ?? 0) + page)
    case 'PageDown':
      return clamp((index ?? last) - page)
    default:
      return null
  }
}
