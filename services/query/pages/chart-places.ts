import type { ChartPlaces, getChartPlaces } from '@stepledger/contracts/http/chart-places.ts'
import type { BoardEntry } from '@stepledger/projections/boards/boards.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import { formatEntry } from './board-page.ts'

/** Ranks of a player and the player's rivals on the boards of a chart, in a constant number of queries. */
export const chartPlacesPage: Page<OwnQuestionOf<typeof getChartPlaces>, ChartPlaces> = async (
  { generation, rankings },
  { player, hash },
) => {
  const { systems } = generation.rules
  const others = await rivalIdsOf(generation, player)
  const { total, boards: parts } = await rankings.read(generation, {
    chart: hash,
    systems: systems.map(({ id }) => id),
    from: 0,
    limit: 0,
    near: { player, others, reach: 1, all: true },
  })
  const boards = systems.map(({ id, name }) => {
    const part = parts.find(({ system }) => system === id)
    const own = part?.self ?? null
    const next = part?.around.find(({ rank }) => own !== null && rank === own.rank - 1) ?? null
    return { leaderboard: name, id, own, next, rivals: part?.others ?? [] }
  })
  return async ({ players: directory }) => {
    const shown = boards.flatMap(({ own, next, rivals }) => [own, next, ...rivals])
    const players = await directory.lookUp([...new Set(shown.flatMap((entry) => entry?.player ?? []))])
    const entryOf = (entry: BoardEntry) => formatEntry(entry, players)
    const places = boards.map(({ own, next, rivals, ...board }) => ({
      ...board,
      total,
      own: own && entryOf(own),
      next: next && entryOf(next),
      rivals: rivals.map(entryOf),
    }))
    return { answer: { hash, places }, tags: [] }
  }
}
