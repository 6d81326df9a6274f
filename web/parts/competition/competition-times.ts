import type { CompetitionSummary, CompetitionTimes } from '@stepledger/contracts/http/shapes/competition.ts'
import { monthDay, timeFormats } from '../../ui/format.tsx'

const minute = 60_000

/** The number of the current round, else of the next, else of the last. */
export function roundOfNow(rounds: readonly CompetitionTimes[], now: number): number {
  const i = rounds.findIndex(({ end }) => Date.parse(end) > now)
  return i < 0 ? rounds.length : i + 1
}

/** The countdown of an event: `main` is emphasised, `rest` follows it. */
export function timeLeft(
  { rounds, final, lateUntil }: Pick<CompetitionSummary, 'rounds' | 'final' | 'lateUntil'>,
  now: number,
): { readonly main: string; readonly rest: string } {
  const round = rounds[roundOfNow(rounds, now) - 1]
  const moment = (at: string) => timeFormats.moment(new Date(at))
  if (!round || Date.parse(round.end) <= now) {
    if (final) return { main: 'Final', rest: '' }
    const rest =
      now < Date.parse(lateUntil)
        ? `: late plays are accepted until ${moment(lateUntil)}.`
        : ": standings aren't final yet."
    return { main: 'Over', rest }
  }
  const start = Date.parse(round.start)
  return now < start
    ? { main: `${round.name} starts in ${lengthOf(start - now)}`, rest: ` (${moment(round.start)})` }
    : {
        main: `${round.name} ends in ${lengthOf(Date.parse(round.end) - now)}`,
        rest: ` (${moment(round.end)})`,
      }
}

/** `13 days`, `1 day 2 h`, `2 h 5 min`, `5 min`. */
export function lengthOf(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / minute))
  if (minutes >= 2 * 1_440) return `${Math.round(minutes / 1_440)} days`
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)]
  if (days > 0) return hours > 0 ? `1 day ${hours} h` : '1 day'
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

/** `Dec 7 – Dec 27`, or `Dec 7`; the end is exclusive. */
export function daysOf({ start, end }: Pick<CompetitionTimes, 'start' | 'end'>): string {
  const [first, last] = [monthDay(new Date(start)), monthDay(new Date(Date.parse(end) - 1))]
  return first === last ? first : `${first} – ${last}`
}
