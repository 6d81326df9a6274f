import type { getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import type { PlayStandings } from '@stepledger/contracts/http/shapes/standing.ts'
import { competitionsOfPlay } from '../competitions/competitions-of-play.ts'
import type { Page, QuestionOf } from '../page.ts'
import { findContext, playersOf, shownContext } from '../plays/play-context.ts'
import { readablePlay } from '../plays/readable-play.ts'
import { namedStandingsOf } from '../standings-of-play.ts'
import { tag } from '../tags.ts'

/**
 * The current ranks of a play's player, the plays around it, and how it counts in competitions, by play id. A page of its
 * own, because every play on the chart can invalidate it. Null for an unknown or withdrawn play.
 */
export const playStandings: Page<QuestionOf<typeof getPlayStandings>, PlayStandings> = async (
  snapshot,
  { id: playId },
) => {
  const { generation } = snapshot
  const row = await readablePlay(generation, playId)
  if (!row) return null
  const { chart, player } = row
  const standings = row.eligible ? await namedStandingsOf(generation, { chart, player, playId }) : []
  const context = await findContext(snapshot, row)
  const events = await competitionsOfPlay(generation, row)
  return async ({ players: directory }) => {
    const ids = playersOf(context)
    const players = await directory.lookUp(ids)
    return {
      answer: { playId, standings, context: context.map((each) => shownContext(each, players)), events },
      tags: [tag.chart(chart), ...ids.map(tag.name), ...events.map(({ slug }) => tag.event(slug))],
    }
  }
}
