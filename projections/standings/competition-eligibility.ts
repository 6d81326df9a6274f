import type { CountedCompetition } from '@stepledger/contracts/competition/competition.ts'
import { type CompetitionRound, timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { takesPart } from '@stepledger/contracts/competition/participation.ts'
import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import type { NotInCompetitionReason } from '@stepledger/contracts/http/shapes/competition.ts'
import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { reasonText } from '../scoring/eligibility.ts'
import { isInWindow, isPlayedWithin, type RoundWindow, roundWindow } from './window-and-grace.ts'

/**
 * The parts of a play that decide whether it counts in a competition. Times are ms since 1970; `reasons`: why it is not
 * eligible for boards.
 */
export interface PlayForCompetition {
  readonly id: number
  readonly chart: string
  readonly at: number
  readonly playedAt: number
  readonly reasons: readonly BoardReason['code'][]
  readonly withdrawn: boolean
  /** Whether the arrows had a constant speed (CMod); null if the game did not tell. */
  readonly cmod: boolean | null
  /** What its player is in the competition. */
  readonly participation: ParticipationStatus | null
}

/** The parts of a competition that decide which plays count. */
type Windows = Pick<CountedCompetition, 'rounds' | 'grace' | 'failedPlaysCount' | 'takenOut' | 'access'>

interface CompetitionEligibility {
  /**
   * From 1: the round with the chart; if several, the one it was played in, else the last that had begun, else the
   * first.
   */
  readonly round: number
  /** Why it does not count; empty if it counts. */
  readonly reasons: readonly NotInCompetitionReason['code'][]
}

/**
 * Returns the verdict on a play, equal to `countingScores` in SQL; null if no round has its chart. `isFirst`: asked in
 * rounds in which only the first attempt counts, whether this play is the one.
 */
export async function competitionEligibility(
  competition: Windows,
  play: PlayForCompetition,
  isFirst: (window: RoundWindow) => Promise<boolean>,
): Promise<CompetitionEligibility | null> {
  const round = roundOf(competition.rounds, play)
  const ofRound = competition.rounds[round - 1]
  if (!ofRound) return null
  const inTime = whyNotInTime(competition, ofRound, play)
  const asksForFirst = ofRound.attempts === 'first' && inTime.length === 0
  const isAnother = asksForFirst && !(await isFirst(roundWindow(ofRound, competition)))
  return {
    round,
    reasons: [
      ...(play.withdrawn ? (['withdrawn'] as const) : []),
      ...(competition.takenOut.includes(play.id) ? (['taken-out'] as const) : []),
      ...(takesPart(competition.access, play.participation) ? [] : (['not-in'] as const)),
      ...inTime,
      ...(isAnother ? (['not-first'] as const) : []),
      ...(ofRound.cmod || play.cmod === false
        ? []
        : [play.cmod ? ('cmod' as const) : ('cmod-unknown' as const)]),
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
    case 'not-in':
      return "Its player doesn't take part in this event."
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
    case 'not-first':
      return `Only the first attempt on a chart counts in ${round}.`
    case 'cmod':
      return `CMod isn't allowed in ${round}: choose XMod or MMod.`
    case 'cmod-unknown':
      return `CMod isn't allowed in ${round}, and the game didn't say which speed was chosen.`
    case 'taken-out':
      return 'Its organisers took it out of this event. The reason is in the history of the event.'
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
