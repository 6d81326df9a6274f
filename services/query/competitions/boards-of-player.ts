import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { CompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionChart } from '@stepledger/contracts/http/shapes/competition.ts'
import type { ChartPlace } from '@stepledger/projections/standings/chart-places.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import type { PlaceOfPlayer } from '@stepledger/projections/standings/ranked-totals.ts'

interface FoundPlaces {
  readonly boards: readonly BoardName[]
  readonly places: readonly PlaceOfPlayer[]
  readonly chartPlaces: readonly ChartPlace[]
  readonly titles: ReadonlyMap<string, CompetitionChart>
}

/** Returns the boards that a player is on, over all rounds, with the charts by points. */
export function boardsOfPlayer({
  boards,
  places,
  chartPlaces,
  titles,
}: FoundPlaces): CompetitionPlayer['leaderboards'] {
  return Object.fromEntries(
    boards.flatMap((name, board) => {
      const place = places.find((of) => of.round === overall && of.board === board)
      if (!place) return []
      const chartScores = chartPlaces
        .filter((of) => of.board === board)
        .sort((a, b) => b.points - a.points || a.rank - b.rank)
        .map(({ chart, rank, points }) => ({
          chartHash: chart,
          chart: summaryOf(titles.get(chart)),
          rank,
          points,
        }))
      return [
        [name, { rank: place.rank, totalPoints: place.points, chartsPlayed: place.charts, chartScores }],
      ]
    }),
  )
}

function summaryOf(chart: CompetitionChart | undefined) {
  if (!chart) return null
  const { title, artist, difficulty, meter, stepsType } = chart
  return { title, artist, difficulty, meter, stepsType }
}
