import type { TimeSpan } from './timing-scale.ts'

/** Shortest visible span, s: a few steps of a fast stream. */
const minLength = 1

const lengthOf = (span: TimeSpan) => span.to - span.from

/** Clamps a span to the whole. */
export function within(whole: TimeSpan, wish: TimeSpan): TimeSpan {
  const longest = lengthOf(whole)
  const length = Math.min(longest, Math.max(Math.min(minLength, longest), lengthOf(wish)))
  if (length >= longest * 0.999) return whole
  const middle = (wish.from + wish.to) / 2
  const from = Math.min(whole.to - length, Math.max(whole.from, middle - length / 2))
  return { from, to: from + length }
}

/** Scales the span by `factor` (above 1 zooms out); the time `seconds` stays in place. */
export function zoomed(whole: TimeSpan, span: TimeSpan, factor: number, seconds: number): TimeSpan {
  const longest = lengthOf(whole)
  const least = Math.min(minLength, longest)
  const length = Math.min(longest, Math.max(least, lengthOf(span) * factor))
  const share = (seconds - span.from) / lengthOf(span)
  const from = seconds - share * length
  return within(whole, { from, to: from + length })
}

/** Shifts the span by `seconds`, limited by the ends of the song. */
export function panned(whole: TimeSpan, span: TimeSpan, seconds: number): TimeSpan {
  const by = Math.min(whole.to - span.to, Math.max(whole.from - span.from, seconds))
  return by === 0 ? span : { from: span.from + by, to: span.to + by }
}

/** Pans by the minimum needed to make `seconds` visible with a margin. */
export function showing(whole: TimeSpan, span: TimeSpan, seconds: number): TimeSpan {
  const margin = lengthOf(span) * 0.12
  if (seconds < span.from + margin) return panned(whole, span, seconds - margin - span.from)
  if (seconds > span.to - margin) return panned(whole, span, seconds + margin - span.to)
  return span
}

export function isWhole(whole: TimeSpan, span: TimeSpan): boolean {
  return span.from <= whole.from && span.to >= whole.to
}

/** Interpolates between spans; returns `goal` once the difference is negligible relative to `whole`. */
export function towards(whole: TimeSpan, span: TimeSpan, goal: TimeSpan, share: number): TimeSpan {
  const near = Math.min(lengthOf(goal), lengthOf(whole)) * 0.001
  if (Math.abs(goal.from - span.from) < near && Math.abs(goal.to - span.to) < near) return goal
  return {
    from: span.from + (goal.from - span.from) * share,
    to: span.to + (goal.to - span.to) * share,
  }
}
