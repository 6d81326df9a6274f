interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The song's length in seconds, derived from the play. The game samples the lifebar at n equal parts of the song, so the
 * length is n times their spacing (the notes per second then align with the steps). The fallback is the last step.
 */
export function songLength(lifebar: readonly Point[], lastStep: number): number {
  const spacing = evenSpacing(lifebar)
  const length = spacing === null ? 0 : spacing * lifebar.length
  const plausible = length > lastStep * 0.9 && isSeconds(lifebar)
  return Math.max(plausible ? length : 0, lastStep)
}

/** Whether a lifebar uses song seconds and shares of 1, as body version 1.2 does. */
export function isSeconds(lifebar: readonly Point[]): boolean {
  const furthest = lifebar.reduce((most, point) => Math.max(most, point.x), 0)
  return furthest > 1.5 && lifebar.every((point) => point.y >= 0 && point.y <= 1)
}

function evenSpacing(points: readonly Point[]): number | null {
  const first = points[0]
  const last = points[points.length - 1]
  if (!first || !last || points.length < 10) return null
  const spacing = (last.x - first.x) / (points.length - 1)
  const even = points.every((point, i) => Math.abs(point.x - (first.x + i * spacing)) < spacing * 0.02)
  return even && spacing > 0 ? spacing : null
}
