import { itemAt } from '@stepledger/contracts/item-at.ts'
import { CompiledQuery, sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { type CompetitionWindows, countingScores } from './counting-scores.ts'
import type { CompetitionScoreRow } from './tables.ts'

/** A player who passed another on a board of a chart of a round. */
export interface Passing {
  readonly round: number
  readonly chart: string
  readonly board: number
  readonly player: string
  readonly hundredths: number
  readonly ownHundredths: number
}

/** Number of latest plays of each chart that are searched for passings. */
const maxRecentPlays = 500

type Score = Pick<CompetitionScoreRow, 'round' | 'chart' | 'player' | 'hundredths'>

/**
 * Returns the players who were behind a player on a chart at `since`, or had no score, and are ahead now. Only charts
 * on which the player had a score then. `own`: the player's current scores.
 */
export async function passingsSince(
  generation: GenerationDb,
  {
    slug,
    player,
    since,
    competition,
  }: { slug: string; player: string; since: number; competition: CompetitionWindows },
  own: readonly Score[],
): Promise<Passing[]> {
  const better = await betterOf(generation, slug, player, since, own)
  if (better.length === 0) return []
  const charts = [...new Set(better.map(({ chart }) => chart))]
  const before = await scoresAt(generation, competition, since, [
    ...better,
    ...charts.map((chart) => ({ chart, player })),
  ])
  const then = (round: number, chart: string, who: string) => before.get(`${round} ${chart} ${who}`)
  return better.flatMap(({ round, chart, player: other, hundredths }) => {
    const mine = own.find((score) => score.round === round && score.chart === chart)
    const mineThen = then(round, chart, player)
    const theirsThen = then(round, chart, other)
    if (!mine || !mineThen) return []
    return hundredths.flatMap((now, board): Passing[] => {
      const ownNow = itemAt(mine.hundredths, board)
      if (now <= ownNow) return []
      if (theirsThen && itemAt(theirsThen, board) > itemAt(mineThen, board)) return []
      return [{ round, chart, board, player: other, hundredths: now, ownHundredths: ownNow }]
    })
  })
}

/** Returns other players who played the charts since then and have a better score there on any board. */
async function betterOf(
  generation: GenerationDb,
  slug: string,
  player: string,
  since: number,
  own: readonly Score[],
): Promise<Score[]> {
  if (own.length === 0) return []
  const { table } = generation
  const { rows } = await sql<Score>`
    select s.round, s.chart, s.player, s.hundredths
    from unnest(${own.map(({ round }) => round)}::smallint[], ${own.map(({ chart }) => chart)}::text[]) as x(round, chart)
    cross join lateral (
      select distinct last.player from (
        select p.player from ${table('plays')} p
        where p.chart = x.chart and p.played_at >= ${since} and p.withdrawn_at is null
        order by p.played_at desc, p.id desc limit ${maxRecentPlays}
      ) last where last.player <> ${player}
    ) who
    join ${table('event_scores')} s on s.slug = ${slug} and s.round = x.round and s.chart = x.chart and s.player = who.player
    join ${table('event_scores')} mine on mine.slug = ${slug} and mine.round = x.round and mine.chart = x.chart and mine.player = ${player}
    where exists (select from unnest(s.hundredths, mine.hundredths) as h(theirs, mine) where h.theirs > h.mine)`.execute(
    generation.db,
  )
  return rows
}

/** Returns the scores of these players on these charts at `time`, by round, chart and player. */
async function scoresAt(
  generation: GenerationDb,
  competition: CompetitionWindows,
  time: number,
  pairs: readonly { readonly chart: string; readonly player: string }[],
): Promise<Map<string, readonly number[]>> {
  const rounds = competition.rounds.map((round) => ({ ...round, end: Math.min(round.end, time) }))
  const { text, values } = countingScores(generation, [{ ...competition, rounds }], pairs)
  const { rows } = await generation.db.executeQuery<Score>(CompiledQuery.raw(text, [...values]))
  return new Map(
    rows.map(({ round, chart, player, hundredths }) => [`${round} ${chart} ${player}`, hundredths]),
  )
}
