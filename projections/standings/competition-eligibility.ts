import {
  type CompetitionDocument,
  type CompetitionRound,
  timesOf,
} from '@stepledger/contracts/competition/competition-document.ts'
import type { NotInCompetitionReason } from '@stepledger/contracts/http/shapes/competition.ts'
import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { reasonText } from '../scoring/eligibility.ts'
import { isInWindow, isPlayedWithin, roundWindow } from './window-and-grace.ts'

/**
 * The parts of a play that decide whether it counts in a competition. Times are ms since 1970; `reasons`: why it is not
 * eligible for boards.
 */
export interface PlayForCompetition {
  readonly chart: string
  readonly at: number
  readonly playedAt: number
  readonly reasons: readonly BoardReason['code'][]
  readonly withdrawn: boolean
}

/** The parts of a competition that decide which plays count. */
type Windows = Pick<CompetitionDocument, 'rounds' | 'grace' | 'failedPlaysCount'>

interface CompetitionEligibility {
  /**
   * From 1: the round with the chart; if several, the one it was played in, else the last that had begun, else the
   * first.
   */
  readonly round: number
  /** Why it does not count; empty if it counts. */
  readonly reasons: readonly NotInCompetitionReason['code'][]
}

/** Returns the verdict on a play, equal to `countingScores` in SQL; null if no round has its chart. */
export function competitionEligibility(
  competition: Windows,
  play: PlayForCompetition,
): CompetitionEligibility | null {
  const round = roundOf(competition.rounds, play)
  const window = competition.rounds[round - 1]
  if (!window) return null
  return {
    round,
    reasons: [
      ...(play.withdrawn ? (['withdrawn'] as const) : []),
      ...whyNotInTime(competition, window, play),
      ...whyNotByRules(competition, play),
    ],
  }
}

/** Returns the reason as a sentence for players. */
export function notInCompetitionText(
  code: NotInCompetitionReason['code'],
  { rules, round }: { readonly rules: Rules; readonly round: string },
): string {
  switch (code) {
    case 'before-start':
      return 'It was played before the event began.'
    case 'after-end':
      return 'It was played after the event had ended.'
    case 'other-round':
      return `This chart counts in ${round}, but it was played in another round.`
    case 'between-rounds':
      return `This chart counts in ${round}, but it was played between two rounds.`
    case 'received-late':
      return `It was played in time, but arrived too long after the end of ${round}.`
    case 'failed':
      return 'Only passed plays count in this event.'
    default:
      return reasonText(code, rules)
  }
}

function roundOf(rounds: readonly CompetitionRound[], { chart, playedAt }: PlayForCompetition): number {
  const withChart = rounds.flatMap((round, i) =>
    round.charts.includes(chart) ? [{ ...round, number: i + 1 }] : [],
  )
  const round =
    withChart.find((round) => isPlayedWithin(round, playedAt)) ??
    withChart.findLast(({ start }) => start <= playedAt) ??
    withChart[0]
  return round?.number ?? 0
}

function whyNotInTime(
  competition: Windows,
  round: CompetitionRound,
  { at, playedAt }: PlayForCompetition,
): NotInCompetitionReason['code'][] {
  const window = roundWindow(round, competition)
  if (isInWindow(window, { playedAt, at })) return []
  if (isPlayedWithin(window, playedAt)) return ['received-late']
  const { start, end } = timesOf(competition)
  if (playedAt < start) return ['before-start']
  if (playedAt >= end) return ['after-end']
  return competition.rounds.some((other) => isPlayedWithin(other, playedAt))
    ? ['other-round']
    : ['between-rounds']
}

function isFail(code: BoardReason['code']): boolean {
  return code === 'failed' || code === 'life-ran-out'
}

function whyNotByRules(
  { failedPlaysCount }: Windows,
  { reasons }: PlayForCompetition,
): NotInCompetitionReason['code'][] {
  return reasons.filter((code) => code !== 'withdrawn' && !(failedPlaysCount && isFail(code)))
}
