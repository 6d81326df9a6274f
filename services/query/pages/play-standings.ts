import type { PlayStandings } from '@stepledger/contracts/http/shapes/standing.ts'
import { standingsOf } from '@stepledger/projections/boards/standings.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import { eventsOfPlay } from '../events/events-of-play.ts'
import type { Page, Shown } from '../page.ts'
import { tag } from '../tags.ts'

/**
 * Where a play's player stands on the boards now, and what the play is to events, by the play's id; kept apart from the play, as every play of the chart can change it. None
 * when it is not kept, or was withdrawn.
 */
export const playStandings: Page<number, Shown<PlayStandings>, PlayStandings> = {
  async find({ generation }, id) {
    const row = await playById(generation, id)
    if (!row || row.withdrawn_at !== null) return null
    const { chart, player } = row
    const standings = row.eligible ? await standingsOf(generation, { chart, player, playId: id }) : []
    const events = await eventsOfPlay(generation, row)
    const names = new Map(generation.rules.systems.map((system) => [system.id, system.name]))
    return {
      answer: {
        playId: id,
        standings: standings.map(({ system, ...standing }) => ({
          leaderboard: names.get(system) ?? String(system),
          id: system,
          ...standing,
        })),
        events,
      },
      tags: [tag.chart(chart), ...events.map(({ slug }) => tag.event(slug))],
    }
  },

  show: (found) => found,
}
