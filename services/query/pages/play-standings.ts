import type { PlayStandings } from '@stepledger/contracts/http/shapes/standing.ts'
import { competitionsOfPlay } from '../competitions/competitions-of-play.ts'
import type { Page } from '../page.ts'
import { type FoundContext, findContext, playersOf, shownContext } from '../plays/play-context.ts'
import { readablePlay } from '../plays/readable-play.ts'
import { namedStandingsOf } from '../standings-of-play.ts'
import { tag } from '../tags.ts'

interface Found extends Omit<PlayStandings, 'context'> {
  readonly chart: string
  readonly context: readonly FoundContext[]
}

/**
 * The current ranks of a play's player, the plays around it, and how it counts in competitions, by play id. A page of its
 * own, because every play on the chart can invalidate it. Null for an unknown or withdrawn play.
 */
export const playStandings: Page<number, Found, PlayStandings> = {
  async find(snapshot, id) {
    const { generation } = snapshot
    const row = await readablePlay(generation, id)
    if (!row) return null
    const { chart, player } = row
    return {
      playId: id,
      chart,
      standings: row.eligible ? await namedStandingsOf(generation, { chart, player, playId: id }) : [],
      context: await findContext(snapshot, row),
      events: await competitionsOfPlay(generation, row),
    }
  },

  async show({ chart, context, events, ...found }, { players: directory }) {
    const ids = playersOf(context)
    const players = await directory.lookUp(ids)
    return {
      answer: { ...found, context: context.map((each) => shownContext(each, players)), events },
      tags: [tag.chart(chart), ...ids.map(tag.name), ...events.map(({ slug }) => tag.event(slug))],
    }
  },
}
