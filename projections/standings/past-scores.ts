import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { systemsOf } from './counting-scores.ts'
import { playedWithin, roundWindow } from './window-and-grace.ts'

/** The best counting score of a player; null without one. `plays`: all of the player's plays that were read. */
interface PastScore {
  readonly player: string
  readonly hundredths: number | null
  readonly late: boolean
  readonly plays: number
}

/** A chart of a round, on one board; `until`: ms since 1970. */
interface PastChart {
  readonly document: CompetitionDocument
  readonly round: number
  readonly chart: string
  readonly board: number
  readonly until: number
}

/**
 * Returns the players with plays on a chart that were received before `until`, from at most `maxPlays` of these plays. The
 * same plays count as in `countingScores`, and the same scores are late as in `scoresWithinGrace`.
 */
export async function pastScoresOn(
  { db, table, rules }: GenerationDb,
  { document, round, chart, board, until }: PastChart,
  maxPlays: number,
): Promise<PastScore[]> {
  const { start, end, receivedBefore } = roundWindow(itemAt(document.rounds, round - 1), document)
  const [system = null] = systemsOf(rules, [itemAt(document.boards, board)])
  // A board that the rules do not have scores 0. Arrays of Postgres begin at 1.
  const score = system === null ? sql`0` : sql`hundredths[${system + 1}::integer]`
  const { rows } = await sql<PastScore>`
    select player, count(*)::integer as plays, max(score) filter (where counting) as hundredths,
      coalesce(max(score) filter (where counting and at >= ends)
        > coalesce(max(score) filter (where counting and at < ends), -1), false) as late
    from (
      select a.player, a.at, c.ends, ${score} as score,
        ${sql.raw(playedWithin('a', 'c'))} and a.at < c.received_before
          and (a.counts ${document.failedPlaysCount ? sql`or a.only_failed` : sql``}) as counting
      from ${table('attempts')} a,
        (values (${start}::bigint, ${end}::bigint, ${receivedBefore}::bigint)) as c(starts, ends, received_before)
      where a.chart = ${chart} and a.at < ${until}
      limit ${maxPlays}::integer
    ) received
    group by player`.execute(db)
  return rows
}
