import {
  type CompetitionDocument,
  type CompetitionRound,
  lengthOf,
  maxCompetitionDays,
  type RoundTimes,
} from '@stepledger/contracts/competition/competition-document.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type CompetitionScore, emptyStandings, overall } from './competition-standings.ts'

export const dayMs = 86_400_000

interface Rounds {
  readonly rounds: readonly RoundTimes[]
}

/**
 * Returns the ends of a round's days, counted from its start, up to `until`; the last may be shorter. `round` 0 is the
 * whole competition. None of a competition that is longer than new ones may be: its totals could exceed the memory.
 */
export function dayEnds({ rounds }: Rounds, round: number, until: number): number[] {
  const first = round === overall ? rounds[0] : rounds[round - 1]
  const last = round === overall ? rounds.at(-1) : first
  const ends: number[] = []
  if (!first || !last || lengthOf({ rounds }) > maxCompetitionDays * dayMs) return ends
  for (let end = first.start + dayMs; end < last.end + dayMs; end += dayMs) {
    const day = Math.min(end, last.end)
    if (day > until) break
    ends.push(day)
  }
  return ends
}

/** Returns the end of the latest finished day; null before the first. */
export function lastDayEnd(competition: Rounds, until: number): number | null {
  const ends = [overall, ...competition.rounds.map((_, i) => i + 1)].flatMap(
    (round) => dayEnds(competition, round, until).at(-1) ?? [],
  )
  return ends.length === 0 ? null : Math.max(...ends)
}

/** An improved score of a player on a chart: the best on each board from this time on. */
export interface TimedScore extends CompetitionScore {
  readonly playedAt: number
}

export interface DailyTotals {
  readonly round: number
  readonly board: number
  readonly player: string
  /** Points at the end of each day. */
  readonly points: readonly number[]
  /** Ranks at the end of each day, 0 before the first score; none for the whole competition. */
  readonly ranks: readonly number[]
}

interface RunningTotal extends DailyTotals {
  now: number
  readonly points: number[]
  readonly ranks: number[]
}

/** Returns each player's points and ranks at the end of each day. `scores` must be in order of play. */
export async function dailyTotals(
  competition: Pick<CompetitionDocument, 'points' | 'boards'> & {
    readonly rounds: readonly (RoundTimes & Pick<CompetitionRound, 'counted'>)[]
  },
  until: number,
  scores: AsyncIterable<TimedScore> | Iterable<TimedScore>,
): Promise<DailyTotals[]> {
  const { rounds, boards } = competition
  const standings = emptyStandings(competition)
  const totals = new Map<string, RunningTotal>()
  const ended: number[] = Array.from({ length: rounds.length + 1 }, () => 0)
  const days = [overall, ...rounds.map((_, i) => i + 1)]
    .flatMap((round) => dayEnds(competition, round, until).map((at) => ({ round, at })))
    .sort((a, b) => a.at - b.at)

  const endDay = (round: number) => {
    for (const total of standings.settle().totals) {
      const key = `${total.round} ${total.board} ${total.player}`
      const known = totals.get(key)
      if (known) known.now = total.points
      else {
        const { round, board, player, points: now } = total
        const before = () => Array<number>(itemAt(ended, round)).fill(0)
        const ranks = round === overall ? [] : before()
        totals.set(key, { round, board, player, now, points: before(), ranks })
      }
    }
    ended[round] = itemAt(ended, round) + 1
    const ofRound = [...totals.values()].filter((total) => total.round === round)
    for (const total of ofRound) total.points.push(total.now)
    if (round === overall) return
    for (const board of boards.keys()) addRanks(ofRound.filter((total) => total.board === board))
  }

  let next = 0
  for await (const score of scores) {
    for (let day = days[next]; day && day.at <= score.playedAt; day = days[++next]) endDay(day.round)
    standings.set(score)
  }
  for (; next < days.length; next++) endDay(days[next]?.round ?? overall)
  return [...totals.values()].map(({ now: _, ...total }) => total)
}

/** Adds the ranks of today. Equal points share a rank. */
function addRanks(totals: readonly RunningTotal[]): void {
  const ranks = new Map<number, number>()
  const points = Int32Array.from(totals, ({ now }) => now).sort()
  for (let i = points.length - 1; i >= 0; i--) {
    const each = itemAt(points, i)
    if (!ranks.has(each)) ranks.set(each, points.length - i)
  }
  for (const { now, ranks: daily } of totals) daily.push(ranks.get(now) ?? 0)
}
