import type { PlayStandings } from '@stepledger/contracts/http/shapes/standing.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import { competitionsOfPlay } from '../competitions/competitions-of-play.ts'
import type { Page, PageContent } from '../page.ts'
import { namedStandingsOf } from '../standings.ts'
import { tag } from '../tags.ts'

/**
 * The current ranks of a play's player, and how the play counts in competitions, by play id. A page of its own, because
 * every play on the chart can invalidate it. Null for an unknown or withdrawn play.
 */
export const playStandings: Page<number, PageContent<PlayStandings>, PlayStandings> = {
  async find({ generation }, id) {
    const row = await playById(generation, id)
    if (!row || row.withdrawn_at !== null) return null
    const { chart, player } = row
    const standings = row.eligible ? await namedStandingsOf(generation, { chart, player, playId: id }) : []
    const competitions = await competitionsOfPlay(generation, row)
    return {
      answer: { playId: id, standings, events: competitions },
      tags: [tag.chart(chart), ...competitions.map(({ slug }) => tag.event(slug))],
    }
  },

  show: (found) => found,
}
