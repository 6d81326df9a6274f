import {
  type CompetitionState,
  type CountedCompetition,
  countedCompetition,
} from '@stepledger/contracts/competition/competition.ts'
import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { emptyStandings, overall } from './competition-standings.ts'
import { countsByRules, systemsOf } from './counting-scores.ts'
import { scoresWithinGrace } from './mark-late-scores.ts'
import { participantsOf, type RankedTotal, rankedTotals } from './ranked-totals.ts'
import { inWindow, roundWindow } from './window-and-grace.ts'

/** The most plays that a read of past standings goes through, which takes about a second. */
const maxPastPlays = 500_000

/** Thrown where past standings cannot be given exactly, or not within the limit. The message is for players. */
export class UnavailableStandingsError extends Error {
  override readonly name = 'UnavailableStandingsError'
}

/** A competition at a time: its state then and now. `until`: ms since 1970, exclusive. */
export interface PastCompetition {
  readonly then: CompetitionState
  readonly now: CompetitionState
  readonly until: number
}

/** `round`: 0 for the whole competition. `board`: by its number in the document of then. */
interface PastBoard {
  readonly round: number
  readonly board: number
}

/** `late`: includes a score that was received after the end of its round. */
interface PastTotal extends RankedTotal {
  readonly late: boolean
}

/** A page of past standings. `total`: the number of players then. */
export interface StandingsAt {
  readonly total: number
  readonly totals: readonly PastTotal[]
}

/**
 * Returns the places from `from` + 1 on of a competition at a time, best first: what a fold without the plays received,
 * and the changes of the competition made since then gives, under the rules and the counts of charts of today, and
 * without plays removed since; from its closing on, the final standings. Reads the index ranges of the attempts on its
 * charts that were received until then, or none if the standings cannot have changed since. Throws
 * UnavailableStandingsError.
 */
export async function standingsAt(
  generation: GenerationDb,
  competition: PastCompetition,
  { round, board }: PastBoard,
  { from, limit, maxPlays = maxPastPlays }: { from: number; limit: number; maxPlays?: number },
): Promise<StandingsAt> {
  const { then, now, until } = competition
  if (round > then.document.rounds.length) return { total: 0, totals: [] }
  const isOfNow = then.closed
    ? then.closed.closing === now.closed?.closing
    : then.offset === now.offset &&
      timesOf(then.document).closes <= until &&
      !(await hasParticipantsSince(generation, then.document.slug, until))
  if (isOfNow) return presentStandings(generation, competition, { round, board }, { from, limit })
  if (then.closed)
    throw new UnavailableStandingsError('The event was closed again since, which replaced these standings.')
  const { totals, latePlayers } = await countedTotals(generation, competition, { round, board }, maxPlays)
  return {
    total: totals.length,
    totals: totals
      .slice(from, from + limit)
      .map((total) => ({ ...total, late: latePlayers.has(total.player) })),
  }
}

/** Whether somebody began or ceased to take part at `since` or later, ms since 1970. */
async function hasParticipantsSince({ db }: GenerationDb, slug: string, since: number): Promise<boolean> {
  const changed = await db
    .selectFrom('participants')
    .select('player')
    .where('slug', '=', slug)
    .where('since', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return changed !== undefined
}

async function presentStandings(
  generation: GenerationDb,
  { then, until }: PastCompetition,
  { round, board }: PastBoard,
  { from, limit }: { from: number; limit: number },
): Promise<StandingsAt> {
  const competition = countedCompetition(then)
  const key = { slug: competition.slug, round, board }
  const totals = await rankedTotals(generation, key, { limit, offset: from })
  const players = totals.map(({ player }) => player)
  const late = new Set(
    (await scoresWithinGrace(generation, competition, players, until))
      .filter((score) => score.board === board && (round === overall || score.round === round))
      .map(({ player }) => player),
  )
  return {
    total: await participantsOf(generation, key),
    totals: totals.map((total) => ({ ...total, late: late.has(total.player) })),
  }
}

/** Counts the plays received until then, and ranks their players as the fold does. */
async function countedTotals(
  generation: GenerationDb,
  { then, until }: PastCompetition,
  { round, board }: PastBoard,
  maxPlays: number,
): Promise<{ readonly totals: readonly RankedTotal[]; readonly latePlayers: ReadonlySet<string> }> {
  const competition = countedCompetition(then)
  const { rounds, boards } = competition
  const standings = emptyStandings({ ...competition, boards: [itemAt(boards, board)] })
  const latePlayers = new Set<string>()
  let playsLeft = maxPlays
  for (const [i, { charts }] of rounds.entries()) {
    const number = i + 1
    if (round !== overall && round !== number) continue
    // A chart at a time, so that the rows of a large competition never block the process.
    for (const chart of charts) {
      for (const { player, hundredths, late, plays } of await pastScoresOn(
        generation,
        { competition, round: number, chart, board, until },
        playsLeft + 1,
      )) {
        playsLeft -= plays
        if (hundredths === null) continue
        standings.set({ round: number, chart, player, hundredths: [hundredths] })
        if (late) latePlayers.add(player)
      }
      if (playsLeft < 0)
        throw new UnavailableStandingsError(
          `The event had more than ${maxPlays.toLocaleString('en')} plays until then, too many to rank them again.`,
        )
    }
  }
  const { blocks } = standings.stored(standings.settle().totals)
  const ranked = blocks
    .filter((block) => block.round === round)
    .flatMap(({ players, points, charts }) =>
      players.map((player, i) => ({ player, points: itemAt(points, i), charts: itemAt(charts, i) })),
    )
  let rank = 1
  const totals = ranked.map((total, i) => {
    if (total.points !== ranked[i - 1]?.points) rank = i + 1
    return { ...total, rank }
  })
  return { totals, latePlayers }
}

/** The best counting score of a player; null without one. `plays`: all of the player's plays that were read. */
interface PastScore {
  readonly player: string
  readonly hundredths: number | null
  readonly late: boolean
  readonly plays: number
}

/** A chart of a round, on one board; `until`: ms since 1970. */
interface PastChart {
  readonly competition: CountedCompetition
  readonly round: number
  readonly chart: string
  readonly board: number
  readonly until: number
}

/**
 * Returns the players with plays on a chart that were received before `until`, from at most `maxPlays` of these plays. The
 * same plays count as in `countingScores`, and the same scores are late as in `scoresWithinGrace`.
 */
async function pastScoresOn(
  { db, table, schema, rules }: GenerationDb,
  { competition, round, chart, board, until }: PastChart,
  maxPlays: number,
): Promise<PastScore[]> {
  const ofRound = itemAt(competition.rounds, round - 1)
  const { start, end, receivedBefore } = roundWindow(ofRound, competition)
  const [system = null] = systemsOf(rules, [itemAt(competition.boards, board)])
  // A board that the rules do not have scores 0. Arrays of Postgres begin at 1.
  const score = system === null ? sql`0` : sql`hundredths[${system + 1}::integer]`
  const { rows } = await sql<PastScore>`
    select player, count(*)::integer as plays, max(score) filter (where counting) as hundredths,
      coalesce(max(score) filter (where counting and at >= ends)
        > coalesce(max(score) filter (where counting and at < ends), -1), false) as late
    from (
      select a.player, a.at, c.ends, ${score} as score,
        ${sql.raw(inWindow('a', 'c'))} and ${sql.raw(countsByRules(schema, [competition], until))} as counting
      from ${table('attempts')} a,
        (values (${start}::bigint, ${end}::bigint, ${receivedBefore}::bigint, ${ofRound.attempts === 'first'}::boolean, ${ofRound.cmod}::boolean))
          as c(starts, ends, received_before, first, cmod)
      where a.chart = ${chart} and a.at < ${until}
      limit ${maxPlays}::integer
    ) received
    group by player`.execute(db)
  return rows
}
