import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { countedCompetition } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { pointsAt } from '@stepledger/contracts/competition/points-formula.ts'
import type { CompetitionPlayer, getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionChart } from '@stepledger/contracts/http/shapes/competition.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { betterPlacesOf } from '@stepledger/projections/standings/better-places.ts'
import {
  type ChartPlace,
  chartPlacesOf,
  possiblePlacesOf,
} from '@stepledger/projections/standings/chart-places.ts'
import { competitionChartsOf } from '@stepledger/projections/standings/competition-charts.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import { type LateScore, scoresWithinGrace } from '@stepledger/projections/standings/mark-late-scores.ts'
import { type Passing, passingsSince } from '@stepledger/projections/standings/passings.ts'
import {
  competitionPlacesOf,
  nextAbove,
  type PlaceOfPlayer,
  type RankedTotal,
} from '@stepledger/projections/standings/ranked-totals.ts'
import { scoresOf } from '@stepledger/projections/standings/reads.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { type Viewed, visibleCompetition } from './shown-competition.ts'

/** Period of the shown passings, ms. */
const passingsPeriod = 86_400_000
/** Maximum passings shown for each board: those that cost the most points. */
const maxPassings = 20

/** A player in a competition, with empty lists without scores. Null for an unknown player or competition. */
export const competitionPlayerPage: Page<
  Viewed<QuestionOf<typeof getCompetitionPlayer>>,
  CompetitionPlayer
> = async ({ generation }, { slug, id: player, viewer }) => {
  const row = await visibleCompetition(generation, slug, viewer)
  if (!row) return null
  const { document } = row.state
  const competition = countedCompetition(row.state)
  const { boards, points } = document
  const places: (PlaceOfPlayer & { readonly next: RankedTotal | null })[] = []
  for (const place of await competitionPlacesOf(generation, slug, player)) {
    const key = { slug, round: place.round, board: place.board }
    places.push({ ...place, next: await nextAbove(generation, key, place.points) })
  }
  const neighbours = await chartPlacesOf(generation, { slug, points, player })
  const better = await betterPlacesOf(generation, { slug, points }, neighbours)
  const chartPlaces = neighbours.map((place, i) => ({ ...place, next: itemAt(better, i) }))
  const levels = boards.map((_, board) =>
    medianOf(neighbours.filter((place) => place.board === board).map(({ hundredths }) => hundredths)),
  )
  const possible = await possiblePlacesOf(generation, { slug, points, player }, levels)
  // Passings are only listed for rounds that ended within the period.
  const passedSince = Date.now() - passingsPeriod
  const own = (await scoresOf(generation, slug, player)).filter(
    ({ round }) => itemAt(document.rounds, round - 1).end > passedSince,
  )
  const lateScores = await scoresWithinGrace(generation, competition, [player], Date.now())
  const titles = await competitionChartsOf(generation, [...new Set(chartPlaces.map(({ chart }) => chart))])
  const passings = await passingsSince(generation, { slug, player, since: passedSince, competition }, own)
  return async ({ players }) => {
    const shownPassings = boards.flatMap((_, board) =>
      passings
        .filter((passing) => passing.board === board)
        .map((passing) => ({ ...passing, lost: lostTo(passing, chartPlaces, points) }))
        .sort((a, b) => b.lost - a.lost)
        .slice(0, maxPassings),
    )
    const others = [
      ...shownPassings.map((passing) => passing.player),
      ...places.flatMap(({ next }) => next?.player ?? []),
    ]
    const names = await players.lookUp([...new Set([player, ...others])])
    if (!names.has(player)) return null
    const titleOf = (chart: string) => titleOrUnknown(titles.get(chart)?.title ?? chart)
    return {
      answer: {
        slug,
        userId: player,
        leaderboards: boardsOfPlayer({ boards, places, chartPlaces, titles }),
        places: places.map(({ round, board, rank, points: sum, charts, next }) => ({
          round,
          leaderboard: itemAt(boards, board),
          rank,
          totalPoints: sum,
          chartsPlayed: charts,
          next: next && { rank: next.rank, points: next.points - sum, user: nameOf(next.player, names) },
        })),
        charts: byChart(chartPlaces).map(([first, all]) => ({
          round: first.round,
          chartHash: first.chart,
          title: titleOf(first.chart),
          leaderboards: all.map((place) => ({
            leaderboard: itemAt(boards, place.board),
            rank: place.rank,
            score: percentText(place.hundredths),
            points: place.points,
            ...(isLate(place, lateScores) && { late: true as const }),
            ...(!isCounted(place, chartPlaces, document) && { counted: false as const }),
            next: place.next && {
              rank: place.next.rank,
              points: place.next.points - place.points,
              score: percentText(place.next.hundredths),
            },
          })),
        })),
        unplayed: possible.map(({ round, chart, board, rank, hundredths, points }) => ({
          round,
          chartHash: chart,
          leaderboard: itemAt(boards, board),
          rank,
          score: percentText(hundredths),
          points,
        })),
        passedSince: isoOf(passedSince),
        passed: shownPassings.map((passing) => ({
          leaderboard: itemAt(boards, passing.board),
          round: passing.round,
          chartHash: passing.chart,
          title: titleOf(passing.chart),
          user: nameOf(passing.player, names),
          score: percentText(passing.hundredths),
          ownScore: percentText(passing.ownHundredths),
          lost: passing.lost,
        })),
      },
      tags: [...names.keys()].map(tag.name).concat([...titles.keys()].map(tag.title)),
    }
  }
}

/** The lower one of the two in the middle; null without any. */
function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null
}

/** Points that a passing cost: the difference to one rank better on the chart. */
function lostTo(
  { round, chart, board }: Passing,
  places: readonly ChartPlace[],
  formula: Parameters<typeof pointsAt>[0],
): number {
  const place = places.find((of) => of.round === round && of.chart === chart && of.board === board)
  return place && place.rank > 1 ? pointsAt(formula, place.rank - 1) - place.points : 0
}

function isLate({ round, chart, board }: ChartPlace, lateScores: readonly LateScore[]): boolean {
  return lateScores.some((late) => late.round === round && late.chart === chart && late.board === board)
}

/** Whether a total includes the points of a place, in a round in which only the charts with the most points count. */
function isCounted(
  place: ChartPlace,
  places: readonly ChartPlace[],
  { rounds }: Pick<CompetitionDocument, 'rounds'>,
): boolean {
  const { counted } = itemAt(rounds, place.round - 1)
  if (counted === null) return true
  const before = places.filter(
    ({ round, board, points, chart }) =>
      round === place.round &&
      board === place.board &&
      (points > place.points || (points === place.points && chart < place.chart)),
  )
  return before.length < counted
}

/** Groups places by chart. The boards of a chart are consecutive. */
function byChart(places: readonly ChartPlace[]): [ChartPlace, ChartPlace[]][] {
  const groups: [ChartPlace, ChartPlace[]][] = []
  for (const place of places) {
    const last = groups.at(-1)
    if (last && last[0].round === place.round && last[0].chart === place.chart) last[1].push(place)
    else groups.push([place, [place]])
  }
  return groups
}

interface FoundPlaces {
  readonly boards: readonly BoardName[]
  readonly places: readonly PlaceOfPlayer[]
  readonly chartPlaces: readonly ChartPlace[]
  readonly titles: ReadonlyMap<string, CompetitionChart>
}

/** Over all rounds, with the charts by points. */
function boardsOfPlayer({
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
