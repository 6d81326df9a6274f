/** The smallest of 1, 2 or 5 times a power of ten that is `least` or more, and of which `count` cover the span. */
export function roundStep(span: number, count: number, least: number): number {
  const rough = Math.max(least, span / count)
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= rough) ?? rough
}

/** The multiples of a step around two values, at least two. */
export function multiplesAround(lowest: number, highest: number, step: number): number[] {
  const first = Math.floor(lowest / step)
  const last = Math.max(first + 1, Math.ceil(highest / step))
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

const distances = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600]

/** Round times within a song, at most `limit`; seconds. */
export function songTicks(from: number, to: number, limit: number): number[] {
  const distance = distances.find((step) => (to - from) / step <= limit) ?? (to - from) / limit
  const first = Math.ceil(from / distance)
  const count = Math.max(0, Math.floor(to / distance) - first + 1)
  return Array.from({ length: count }, (_, i) => (first + i) * distance)
}
