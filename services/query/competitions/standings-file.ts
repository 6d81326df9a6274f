import { type getStandingsFile, maxStandingsRows } from '@stepledger/contracts/http/standings-file.ts'
import { rankedTotals } from '@stepledger/projections/standings/ranked-totals.ts'
import { csvLine } from '../../platform/text/csv.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { requestedBoard, type Viewed, visibleCompetition } from './shown-competition.ts'

/** The standings on one board as CSV; null for an unknown competition or round. */
export const standingsFile: Page<Viewed<QuestionOf<typeof getStandingsFile>>, string> = async (
  { generation },
  { slug, round, leaderboard, viewer },
) => {
  const row = await visibleCompetition(generation, slug, viewer)
  if (!row || round > row.state.document.rounds.length) return null
  const board = requestedBoard(row.state.document.boards, leaderboard)
  const totals = await rankedTotals(generation, { slug, round, board }, { limit: maxStandingsRows })
  return async ({ players }) => {
    const names = await players.lookUp(totals.map(({ player }) => player))
    const lines = totals.map(({ rank, player, points, charts }) =>
      csvLine([rank, nameOf(player, names).alias, player, points, charts]),
    )
    return {
      answer: `rank,player,player_id,points,charts\r\n${lines.join('')}`,
      // Not of all players: as many tags as rows would be kept. A changed name is seen once the page has expired.
      tags: [],
    }
  }
}
