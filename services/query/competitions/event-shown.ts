import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import type { EventPhase, EventSummary, EventTimes } from '@stepledger/contracts/http/shapes/event.ts'
import { type EventDocument, timesOf } from '@stepledger/contracts/rules/event-document.ts'
import { describePoints, type PointsFormula } from '@stepledger/contracts/rules/points-formula.ts'
import type { EventState } from '@stepledger/projections/standings/event-state.ts'

/** How long an event that is over is announced on the home page, ms. */
const lately = 14 * 86_400_000

interface Span {
  readonly start: number
  readonly end: number
}

export function phaseOf({ start, end }: Span, now: number): EventPhase {
  return now < start ? 'before' : now < end ? 'running' : 'over'
}

export function summaryOf({ document, closed }: EventState, now: number): EventSummary {
  const { slug, name, rounds } = document
  const { start, end, closes } = timesOf(document)
  return {
    slug,
    name,
    phase: phaseOf({ start, end }, now),
    final: closed !== null,
    start: isoOf(start),
    end: isoOf(end),
    lateUntil: isoOf(closes),
    rounds: rounds.map((round) => timesShown(round, now)),
  }
}

export function timesShown({ name, start, end }: EventDocument['rounds'][number], now: number): EventTimes {
  return { name, start: isoOf(start), end: isoOf(end), phase: phaseOf({ start, end }, now) }
}

export function isoOf(time: number): string {
  return new Date(time).toISOString()
}

/** The formula for players. `decayRate`: that of its first piece. */
export function pointsShown(points: PointsFormula) {
  return {
    maxPoints: points.maxPoints,
    decayRate: points.pieces[0]?.rate ?? 0,
    description: describePoints(points),
  }
}

/** The number of the board that a name asks for, its first one where it names none. */
export function boardAsked(boards: readonly BoardName[], name: string | undefined): number {
  const board = boardFrom(name)
  return board === null ? 0 : Math.max(0, boards.indexOf(board))
}

/** The event that pages without a name of one show: one that is on, else the next, else the one that was over last. */
export function eventOfNow<T extends { readonly state: EventState }>(
  events: readonly T[],
  now: number,
): T | null {
  const spans = events.map((event) => ({ event, ...timesOf(event.state.document) }))
  const on = spans.filter((span) => phaseOf(span, now) === 'running').sort((a, b) => a.start - b.start)
  const next = spans.filter(({ start }) => start > now).sort((a, b) => a.start - b.start)
  const past = spans.filter(({ end }) => end <= now).sort((a, b) => b.end - a.end)
  const [lastOne] = past
  // One that ended lately is not pushed aside by one that is still far away.
  if (on.length === 0 && lastOne && isLately(lastOne.event.state, now)) return lastOne.event
  return (on[0] ?? next[0] ?? lastOne)?.event ?? null
}

/** Whether the home page is to tell of it. */
export function isAnnounced(state: EventState, now: number): boolean {
  return timesOf(state.document).end > now || isLately(state, now)
}

function isLately({ document }: EventState, now: number): boolean {
  const { end } = timesOf(document)
  return end <= now && now < end + lately
}

/** The number of the round that is on, else of the next one, else of the last. */
export function roundOfNow({ rounds }: Pick<EventDocument, 'rounds'>, now: number): number {
  const i = rounds.findIndex(({ end }) => end > now)
  return i < 0 ? rounds.length : i + 1
}
