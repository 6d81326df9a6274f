import type { listPlayerBests, PlayerBests } from '@stepledger/contracts/http/player-home.ts'
import { gradesIn } from '@stepledger/contracts/rules/grade-group.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { type BestOfPlayer, bestsOfPlayer } from '@stepledger/projections/records/bests-of-player.ts'
import { type Place, placesOf } from '@stepledger/projections/records/places.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import { isoOf } from '../iso-of.ts'
import type { Page, QuestionOf } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'
import { weekAgo } from './player-grades.ts'

/** A page of a player's bests, one a chart, with their places; null for an unknown player. */
export const playerBestsPage: Page<QuestionOf<typeof listPlayerBests>, PlayerBests> = async (
  { generation },
  { id, ...query },
) => {
  const { list, grade, search, orderBy, orderDirection } = query
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, query.leaderboard)
  const { bests, total } = await bestsOfPlayer(
    generation,
    {
      player: id,
      system,
      firsts: list === 'firsts',
      grades: grade === undefined ? null : gradesIn(grade),
      search,
      orderBy,
      orderDirection,
    },
    fromPage(query),
  )
  const places = await placesByChart(generation, { player: id, system }, bests)
  const charts = await summariesOf(
    generation,
    bests.map(({ chart }) => chart),
  )
  return async ({ players }) => {
    if (!(await players.lookUp([id])).has(id)) return null
    const data = bests.flatMap(({ chart: hash, playId, playedAt, hundredths, ...best }) => {
      const chart = charts.get(hash)
      const place = places.get(hash)
      if (!chart) return []
      return [
        {
          chart,
          playId,
          createdAt: isoOf(playedAt),
          score: percentText(hundredths),
          grade: best.grade,
          rank: place?.rank ?? null,
          rankBefore: place?.earlier?.rank ?? null,
        },
      ]
    })
    const meta = pageMetaOf(query, total)
    return {
      answer: { leaderboard, data, meta },
      tags: [tag.name(id), ...bests.flatMap(({ chart }) => [tag.chart(chart), tag.title(chart)])],
      uncached: isPastEnd(meta),
    }
  }
}

async function placesByChart(
  generation: GenerationDb,
  on: { readonly player: string; readonly system: number },
  bests: readonly BestOfPlayer[],
): Promise<Map<string, Place>> {
  const ranked = bests.flatMap(({ chart, key }) => (key === null ? [] : [{ chart, key }]))
  const places = await placesOf(generation, { ...on, since: weekAgo(Date.now()) }, ranked)
  return new Map(
    ranked.flatMap(({ chart }, i) => {
      const place = places[i]
      return place ? [[chart, place]] : []
    }),
  )
}
