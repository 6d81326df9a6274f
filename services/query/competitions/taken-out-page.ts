import type { listTakenOutPlays } from '@stepledger/contracts/http/taken-out-plays.ts'
import { playersOfPlays } from '@stepledger/projections/plays/reads.ts'
import { competitionChartsOf } from '@stepledger/projections/standings/competition-charts.ts'
import type { z } from 'zod'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { type Viewed, visibleCompetition } from './shown-competition.ts'

/** The plays that organisers took out, without those of players erased since. Null for an unknown competition. */
export const takenOutPage: Page<
  Viewed<QuestionOf<typeof listTakenOutPlays>>,
  z.input<typeof listTakenOutPlays.answer>
> = async ({ generation }, { slug, viewer }) => {
  const row = await visibleCompetition(generation, slug, viewer)
  if (!row) return null
  const plays = await playersOfPlays(generation, row.state.takenOut)
  const charts = await competitionChartsOf(generation, [...new Set(plays.map(({ chart }) => chart))])
  return async ({ players }) => {
    const names = await players.lookUp([...new Set(plays.map(({ player }) => player))])
    return {
      answer: {
        plays: plays.map(({ id, chart, player }) => ({
          playId: id,
          chart: { hash: chart, title: charts.get(chart)?.title ?? chart },
          user: nameOf(player, names),
        })),
      },
      tags: [...names.keys()].map(tag.name).concat([...charts.keys()].map(tag.title)),
    }
  }
}
