import type { CountedCompetition } from '@stepledger/contracts/competition/competition.ts'
import {
  type CompetitionDocument,
  type CompetitionRound,
  isOpen,
} from '@stepledger/contracts/competition/competition-document.ts'
import { valuesOf } from '../values-of.ts'

/** When plays count in a round. Times are ms since 1970. */
export interface RoundWindow {
  /** Plays count that were played at `start` or later, and before `end`. */
  readonly start: number
  readonly end: number
  /** They must have been received before this time: the end of the round plus the grace. */
  readonly receivedBefore: number
}

/** Of a play: when it was played, and when it was received (`at`), ms since 1970. */
interface PlayTimes {
  readonly playedAt: number
  readonly at: number
}

export function roundWindow(
  { start, end }: Pick<CompetitionRound, 'start' | 'end'>,
  { grace }: Pick<CompetitionDocument, 'grace'>,
): RoundWindow {
  return { start, end, receivedBefore: end + grace * 1_000 }
}

export function isPlayedWithin(
  { start, end }: Pick<RoundWindow, 'start' | 'end'>,
  playedAt: number,
): boolean {
  return start <= playedAt && playedAt < end
}

export function isInWindow(window: RoundWindow, { playedAt, at }: PlayTimes): boolean {
  return isPlayedWithin(window, playedAt) && at < window.receivedBefore
}

/**
 * `isInWindow` as a condition of SQL. `attempt`: alias of a row with `played_at` and `at`. `window`: alias of a row with
 * `starts`, `ends` and `received_before`; with a suffix, `starts_a` and so on.
 */
export function inWindow(attempt: string, window: string, suffix = ''): string {
  return `(${playedWithin(attempt, window, suffix)} and ${attempt}.at < ${window}.received_before${suffix})`
}

/** `isPlayedWithin` as a condition of SQL. */
export function playedWithin(attempt: string, window: string, suffix = ''): string {
  return `${attempt}.played_at >= ${window}.starts${suffix} and ${attempt}.played_at < ${window}.ends${suffix}`
}

/**
 * The charts of all rounds with their windows and rules, as a relation `c` (slug, round, chart, starts, ends,
 * received_before, first, cmod, failed, taken_out, open) of the parameters $1 to $11. `rounds` are counted from 1; `taken_out` is
 * the text of an array.
 */
export function chartWindows(
  competitions: readonly Pick<
    CountedCompetition,
    'slug' | 'access' | 'rounds' | 'grace' | 'failedPlaysCount' | 'takenOut'
  >[],
): {
  readonly text: string
  readonly values: readonly unknown[]
} {
  const rows = competitions.flatMap(({ slug, access, rounds, grace, failedPlaysCount: failed, takenOut }) =>
    rounds.flatMap((round, i) =>
      round.charts.map((chart) => ({
        slug,
        round: i + 1,
        chart,
        ...roundWindow(round, { grace }),
        first: round.attempts === 'first',
        cmod: round.cmod,
        failed,
        takenOut: `{${takenOut.join()}}`,
        open: isOpen(access),
      })),
    ),
  )
  return {
    text: `unnest($1::text[], $2::smallint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::boolean[], $8::boolean[], $9::boolean[], $10::text[], $11::boolean[])
        as c(slug, round, chart, starts, ends, received_before, first, cmod, failed, taken_out, open)`,
    values: valuesOf(
      rows,
      'slug',
      'round',
      'chart',
      'start',
      'end',
      'receivedBefore',
      'first',
      'cmod',
      'failed',
      'takenOut',
      'open',
    ),
  }
}
