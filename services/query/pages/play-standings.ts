import type { PlayStandings } from '@stepledger/contracts/http/shapes/standing.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import { eventsOfPlay } from '../competitions/events-of-play.ts'
import type { Page, Shown } from '../page.ts'
import { namedStandingsOf } from '../standings.ts'
import { tag } from '../tags.ts'

/**
 * Where a play's player stands on the boards now, and what the play is to events, by the play's id; kept apart from the
 * play, as every play of the chart can change it. None when it is not kept, or was withdrawn.
 */
export const playStandings: Page<number, Shown<PlayStandings>, PlayStandings> = {
  async find({ generation }, id) {
    const row = await playById(generation, id)
    if (!row || row.withdrawn_at !== null) return null
    const { chart, player } = row
    const standings = row.eligible ? await namedStandingsOf(generation, { chart, player, playId: id }) : []
    const events = await eventsOfPlay(generation, row)
    return {
      answer: { playId: id, standings, events },
      tags: [tag.chart(chart), ...events.map(({ slug }) => tag.event(slug))],
    }
  },

  show: (found) => found,
}
