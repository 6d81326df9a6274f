import { isDeepStrictEqual } from 'node:util'
import { type CompetitionState, countedCompetition } from '@stepledger/contracts/competition/competition.ts'
import type { EventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import { erasedAmong } from '../erased-players.ts'
import type { TablesTx } from '../generation.ts'
import { type CompetitionWindows, countingScores } from './counting-scores.ts'
import { type KnownCompetition, newlyKnown, stateWithCharts } from './known-standings.ts'
import { scoresOfRecord } from './recorded-scores.ts'
import { type PlayerOnChart, scoresAsStatement, type TargetScores, writeScores } from './score-changes.ts'
import { inWindow, roundWindow } from './window-and-grace.ts'

/**
 * Brings the standings of a competition to a new state. Recounts only what the change affects: players on charts if only
 * times moved or plays were taken out, else rounds, else everything. `recorded`: the scores of closings, by their ids.
 */
export async function updateCompetition(
  into: TablesTx,
  slug: string,
  known: KnownCompetition | undefined,
  state: CompetitionState,
  recorded: ReadonlyMap<string, readonly EventScoresRecorded[]>,
): Promise<KnownCompetition> {
  const { document, closed } = state
  const competition = countedCompetition(state)
  const usable = known && hasSameShape(known.state, state) ? known : null
  const now = usable ? { ...usable, ...stateWithCharts(state) } : newlyKnown(state)
  const write = async (target: Omit<TargetScores, 'slugs'>) => {
    for (const change of await writeScores(into, { slugs: [slug], ...target })) now.standings.set(change)
    return now
  }
  // Boards, the number of rounds or of charts that count in one changed: everything is counted again.
  if (!usable) await dropCompetition(into, slug)
  else if (!isDeepStrictEqual(usable.state.document.points, document.points))
    now.standings.setPoints(document.points)
  // Who organises or finds it may change later, but no score.
  if (closed && usable?.state.closed?.closing === closed.closing) return now
  if (closed)
    return write({
      scores: scoresAsStatement(slug, await withoutErased(into, recorded.get(closed.closing) ?? [])),
    })
  if (!usable) return write({ scores: countingScores(into, [competition]) })
  // A changed formula or text does not affect which plays count.
  const rounds = roundsToCount(usable.state, state)
  const pairs = hasOtherPlays(usable.state, state)
    ? null
    : await pairsBetween(into, usable.state.document, document, rounds)
  if (!pairs) await write({ scores: countingScores(into, [withChartsOf(competition, rounds)]), rounds })
  const counted = [...(pairs ?? []), ...(await pairsOfPlays(into, takenOutOfOne(usable.state, state)))]
  return counted.length === 0
    ? now
    : write({ scores: countingScores(into, [competition], counted), pairs: counted })
}

function hasSameShape({ document: a }: CompetitionState, { document: b }: CompetitionState): boolean {
  const countedIn = ({ rounds }: typeof a) => rounds.map(({ counted }) => counted)
  return isDeepStrictEqual(a.boards, b.boards) && isDeepStrictEqual(countedIn(a), countedIn(b))
}

/**
 * Returns the rounds with different counting plays: those with a changed window or charts, or all if the grace changed.
 */
function roundsToCount({ document: a }: CompetitionState, { document: b }: CompetitionState): number[] {
  const all = a.grace !== b.grace || a.failedPlaysCount !== b.failedPlaysCount || a.access !== b.access
  return b.rounds.flatMap((round, i) => (all || !isDeepStrictEqual(a.rounds[i], round) ? [i + 1] : []))
}

/** Whether plays count otherwise than by their times. Which attempt is the first depends on all others in the window. */
function hasOtherPlays({ document: a }: CompetitionState, { document: b }: CompetitionState): boolean {
  return (
    a.failedPlaysCount !== b.failedPlaysCount ||
    a.access !== b.access ||
    b.rounds.some(({ charts, attempts, cmod }, i) => {
      const before = a.rounds[i]
      return (
        attempts === 'first' ||
        attempts !== before?.attempts ||
        cmod !== before.cmod ||
        !isDeepStrictEqual(before.charts, charts)
      )
    })
  )
}

/** The plays that are taken out in one of two states only. */
function takenOutOfOne({ takenOut: a }: CompetitionState, { takenOut: b }: CompetitionState): number[] {
  return [...a.filter((id) => !b.includes(id)), ...b.filter((id) => !a.includes(id))]
}

async function pairsOfPlays({ tx, schema }: TablesTx, plays: readonly number[]): Promise<PlayerOnChart[]> {
  if (plays.length === 0) return []
  const { rows } = await tx.query<PlayerOnChart>({
    text: `select distinct chart, player from ${schema}.plays where id = any($1::bigint[])`,
    values: [plays],
  })
  return rows
}

function withChartsOf(competition: CompetitionWindows, rounds: readonly number[]): CompetitionWindows {
  return {
    ...competition,
    rounds: competition.rounds.map((round, i) => (rounds.includes(i + 1) ? round : { ...round, charts: [] })),
  }
}

async function dropCompetition({ tx, schema }: TablesTx, slug: string): Promise<void> {
  for (const table of ['event_scores', 'event_boards', 'event_sums', 'event_rankings'])
    await tx.query({ text: `delete from ${schema}.${table} where slug = $1`, values: [slug] })
}

async function withoutErased(into: TablesTx, records: readonly EventScoresRecorded[]) {
  const scores = records.flatMap(scoresOfRecord)
  const erased = await erasedAmong(into, [...new Set(scores.map(({ player }) => player))])
  return scores.filter(({ player }) => !erased.has(player))
}

type RoundWindows = Pick<CompetitionWindows, 'rounds' | 'grace'>

/** With more pairs than this, recounting whole rounds is faster. */
export const maxPairs = 50_000

/**
 * Returns the pairs of chart and player whose plays count under one document only, where the documents differ in
 * windows and grace of these rounds (from 1). Null if there are too many.
 */
async function pairsBetween(
  { tx, schema }: TablesTx,
  before: RoundWindows,
  after: RoundWindows,
  rounds: readonly number[],
): Promise<PlayerOnChart[] | null> {
  if (rounds.length === 0) return []
  const charts = rounds.flatMap((round) => {
    const [a, b] = [before.rounds[round - 1], after.rounds[round - 1]]
    if (!a || !b) throw new RangeError(`the competition has no round ${round}`)
    const windows = { a: roundWindow(a, before), b: roundWindow(b, after) }
    return b.charts.map((chart) => ({ chart, ...windows }))
  })
  const { rows } = await tx.query<PlayerOnChart>({
    text: `
      select distinct a.chart, a.player
      from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
        as c(chart, starts_a, ends_a, received_before_a, starts_b, ends_b, received_before_b)
      join ${schema}.attempts a on a.chart = c.chart collate "C"
      where ${inWindow('a', 'c', '_a')} <> ${inWindow('a', 'c', '_b')}
      limit ${maxPairs + 1}`,
    values: [
      charts.map(({ chart }) => chart),
      charts.map(({ a }) => a.start),
      charts.map(({ a }) => a.end),
      charts.map(({ a }) => a.receivedBefore),
      charts.map(({ b }) => b.start),
      charts.map(({ b }) => b.end),
      charts.map(({ b }) => b.receivedBefore),
    ],
  })
  return rows.length > maxPairs ? null : rows
}
