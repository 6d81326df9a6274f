import type { TimeSpan } from './timing-scale.ts'

/** The shortest part of a song that is ever shown, in seconds: a few steps of a fast stream. */
const shortest = 1

const lengthOf = (span: TimeSpan) => span.to - span.from

/** The span as near to the wish as the whole allows: never longer, never beyond its ends. */
export function within(whole: TimeSpan, wish: TimeSpan): TimeSpan {
  const longest = lengthOf(whole)
  const length = Math.min(longest, Math.max(Math.min(shortest, longest), lengthOf(wish)))
  if (length >= longest * 0.999) return whole
  const middle = (wish.from + wish.to) / 2
  const from = Math.min(whole.to - length, Math.max(whole.from, middle - length / 2))
  return { from, to: from + length }
}

/** Shows `factor` times as much, more than 1 from further away; what lies at `seconds` stays where it is. */
export function zoomed(whole: TimeSpan, span: TimeSpan, factor: number, seconds: number): TimeSpan {
  const longest = lengthOf(whole)
  const least = Math.min(shortest, longest)
  const length = Math.min(longest, Math.max(least, lengthOf(span) * factor))
  const share = (seconds - span.from) / lengthOf(span)
  const from = seconds - share * length
  return within(whole, { from, to: from + length })
}

/** Later by this many seconds, earlier when negative; the ends hold it. */
export function panned(whole: TimeSpan, span: TimeSpan, seconds: number): TimeSpan {
  const by = Math.min(whole.to - span.to, Math.max(whole.from - span.from, seconds))
  return by === 0 ? span : { from: span.from + by, to: span.to + by }
}

/** Moved no more than it takes to have a time in it, with some room to the edge. */
export function showing(whole: TimeSpan, span: TimeSpan, seconds: number): TimeSpan {
  const room = lengthOf(span) * 0.12
  if (seconds < span.from + room) return panned(whole, span, seconds - room - span.from)
  if (seconds > span.to - room) return panned(whole, span, seconds + room - span.to)
  return span
}

export function isWhole(whole: TimeSpan, span: TimeSpan): boolean {
  return span.from <= whole.from && span.to >= whole.to
}

/**
 * Part of the way from one span to another; all of it when they are nearly the same. `whole` gives the measure of that.
 */
export function towards(whole: TimeSpan, span: TimeSpan, goal: TimeSpan, share: number): TimeSpan {
  const near = Math.min(lengthOf(goal), lengthOf(whole)) * 0.001
  if (Math.abs(goal.from - span.from) < near && Math.abs(goal.to - span.to) < near) return goal
  return {
    from: span.from + (goal.from - span.from) * share,
    to: span.to + (goal.to - span.to) * share,
  }
}
