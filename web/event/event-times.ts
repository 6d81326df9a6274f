import type { EventSummary, EventTimes } from '@stepledger/contracts/http/shapes/event.ts'
import { monthDay, timeFormats } from '../ui/format-time.ts'

const minute = 60_000

/** The number of the round that is on, else of the next one, else of the last. */
export function roundOfNow(rounds: readonly EventTimes[], now: number): number {
  const i = rounds.findIndex(({ end }) => Date.parse(end) > now)
  return i < 0 ? rounds.length : i + 1
}

/** What the clock says of an event: `said` is the part that matters, `rest` goes on after it. */
export function timeLeft(
  { rounds, final, lateUntil }: Pick<EventSummary, 'rounds' | 'final' | 'lateUntil'>,
  now: number,
): { readonly said: string; readonly rest: string } {
  const round = rounds[roundOfNow(rounds, now) - 1]
  const moment = (at: string) => timeFormats.moment(new Date(at))
  if (!round || Date.parse(round.end) <= now) {
    if (final) return { said: 'Final', rest: '' }
    const rest =
      now < Date.parse(lateUntil)
        ? `: plays that could not be sent in time may come in until ${moment(lateUntil)}.`
        : ': the standings are not final yet.'
    return { said: 'Over', rest }
  }
  const start = Date.parse(round.start)
  if (now < start)
    return {
      said: `${lengthOf(start - now)} to go`,
      rest: ` to ${round.name}, which begins ${moment(round.start)}.`,
    }
  return {
    said: `${lengthOf(Date.parse(round.end) - now)} left`,
    rest: ` in ${round.name}, which ends ${moment(round.end)}.`,
  }
}

/** `13 d 2 h`, `2 h 5 min`, `5 min`. */
export function lengthOf(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / minute))
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

/** `Dec 7 – Dec 27`: the last day is the one before the end. */
export function daysOf({ start, end }: Pick<EventTimes, 'start' | 'end'>): string {
  return `${monthDay(new Date(start))} – ${monthDay(new Date(Date.parse(end) - 1))}`
}
