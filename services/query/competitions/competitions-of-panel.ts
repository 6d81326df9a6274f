import { type CompetitionState, isListed } from '@stepledger/contracts/competition/competition.ts'
import { phaseOf } from '@stepledger/contracts/competition/competition-document.ts'
import { isOfSite } from '@stepledger/contracts/http/default-competition.ts'
import type { Panel } from '@stepledger/contracts/http/game-reads.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { participationsOf } from '@stepledger/projections/participation/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { chartPlacesOf } from '@stepledger/projections/standings/chart-places.ts'
import { competitionPlacesOf, participantsOf } from '@stepledger/projections/standings/ranked-totals.ts'
import { competitionsWithChart, withShownWords } from '@stepledger/projections/standings/reads.ts'

interface PanelCompetitionsQuery {
  readonly player: string
  readonly hash: string
  readonly systems: readonly Rules['systems'][number][]
}

/** The lines of the panel. */
const maxCompetitions = 3

/**
 * A player's standings on a chart, on these boards, in the competitions whose running round contains it: those of the site,
 * then those of players in which the player takes part, of each the ones whose rounds end first.
 */
export async function panelCompetitions(
  generation: GenerationDb,
  { player, hash, systems }: PanelCompetitionsQuery,
  now: number,
): Promise<Panel['events']> {
  const shown: Panel['events'] = []
  const roundOf = ({ document: { rounds } }: CompetitionState) =>
    rounds.findIndex(({ charts, ...span }) => charts.includes(hash) && phaseOf(span, now) === 'running')
  const endOf = (state: CompetitionState) => state.document.rounds[roundOf(state)]?.end ?? 0
  const running = (await competitionsWithChart(generation, hash))
    .filter(({ state }) => roundOf(state) >= 0)
    .sort((a, b) => endOf(a.state) - endOf(b.state))
  const isOfAll = (state: CompetitionState) => isListed(state) && isOfSite(state)
  const joined = new Set(
    (await participationsOf(generation, player)).flatMap(({ slug, status }) => (status === 'in' ? slug : [])),
  )
  const shownOnes = [
    ...running.filter(({ state }) => isOfAll(state)),
    ...running.filter(({ slug, state }) => !isOfAll(state) && joined.has(slug) && !state.hidden),
  ].slice(0, maxCompetitions)
  for (const { slug, state } of await withShownWords(generation, shownOnes)) {
    const { document } = state
    const index = roundOf(state)
    const round = index + 1
    const onChart = await chartPlacesOf(generation, { slug, points: document.points, player }, [hash])
    const places = await competitionPlacesOf(generation, slug, player)
    const participants = await participantsOf(generation, { slug, round, board: 0 })
    shown.push({
      slug,
      name: document.name,
      round,
      roundName: itemAt(document.rounds, index).name,
      leaderboards: document.boards.flatMap((type, board) => {
        const system = systems.find(({ name }) => name === type)
        if (!system) return []
        const isHere = (of: { round: number; board: number }) => of.round === round && of.board === board
        const chart = onChart.find(isHere)
        const place = places.find(isHere)
        return {
          type,
          id: system.id,
          chart: chart ? { rank: chart.rank, points: chart.points } : null,
          place: place ? { rank: place.rank, points: place.points, participants } : null,
        }
      }),
    })
  }
  return shown
}
