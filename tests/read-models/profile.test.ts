import {
  type Bounds,
  type PlayerPlaysQuery,
  playsOfPlayer,
} from '@stepledger/projections/players/plays-of-player.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const ada = playerNumber(1)
const start = 1_800_000_000_000

/** Twelve charts: titles in several scripts and cases, meters from 3 to 20, two without meter. */
const charts = [
  'Zebra',
  'zebra 2',
  'Ärger',
  'Apple',
  '100% Joy',
  'snake_case',
  '夜明け',
  'ＷＩＤＥ',
  'beta',
  'Alpha',
  'No meter',
  'none',
].map((title, i) => ({ hash: i.toString(16).padStart(16, '0'), title, meter: i >= 10 ? null : 3 + i * 2 }))
const plays = Array.from({ length: 60 }, (_, i) => {
  const chart = charts[(i * 7) % charts.length]
  return {
    playId: i + 1,
    chart: chart?.hash ?? '',
    title: chart?.title ?? '',
    meter: chart?.meter ?? null,
    // Spread over two months, because counts are kept by period.
    playedAt: start + ((i * 37) % 20) * 3 * 86_400_000,
  }
})

const anyQuery: fc.Arbitrary<PlayerPlaysQuery> = fc.record({
  search: fc.constantFrom('', 'z', 'ZEBRA', 'artist', '100%', '_', '夜', 'wide', 'nothing like it'),
  minMeter: fc.constantFrom(null, 7, 12),
  maxMeter: fc.constantFrom(null, 9, 15),
  includeUnknown: fc.boolean(),
  orderBy: fc.constantFrom('date', 'title'),
  orderDirection: fc.constantFrom('asc', 'desc'),
})

/** Thresholds for long lists, lowered so that these short ones cover every strategy. */
const anyBounds: fc.Arbitrary<Bounds> = fc.record({
  maxFound: fc.constantFrom(10_000, 7),
  few: fc.constantFrom(1_000, 5, 0),
})

describe("a player's plays", () => {
  let models: FoldedModels

  beforeAll(async () => {
    models = await foldedModels()
    await models.fold(
      plays.map((play) =>
        smallPlay({ ...play, player: ada, offset: 0.001 * play.playId, at: start + play.playId }),
      ),
    )
    await models.fold(
      charts.map((chart, i) =>
        smallPlay({
          playId: 100 + i,
          player: playerNumber(2),
          chart: chart.hash,
          offset: 0,
          at: start + 500,
        }),
      ),
    )
  })
  afterAll(() => models.close())

  /** All pages of a query. */
  async function allPages(query: PlayerPlaysQuery, limit: number, bounds: Bounds) {
    const ids: number[] = []
    for (;;) {
      const page = await playsOfPlayer(models.generation, ada, query, { from: ids.length, limit }, bounds)
      ids.push(...page.plays.map((play) => play.playId))
      if (page.plays.length < limit) return { ids, total: page.total }
    }
  }

  it('are on the pages of any filter and order once each, with the right total', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, fc.integer({ min: 3, max: 20 }), anyBounds, async (query, limit, bounds) => {
        const { ids, total } = await allPages(query, limit, bounds)

        const wanted = plays.filter((play) => fits(play, query)).map((play) => play.playId)
        const shown = ordered(wanted, query).slice(0, query.search === '' ? wanted.length : bounds.maxFound)
        expect(ids).toEqual(shown)
        expect(total).toBe(shown.length)
      }),
      { numRuns: 100 },
    )
  })
})

function fits(play: (typeof plays)[number], query: PlayerPlaysQuery): boolean {
  const { meter } = play
  const text = `${play.title}\nArtist`.normalize('NFKC').toLowerCase()
  if (!text.includes(query.search.normalize('NFKC').toLowerCase())) return false
  if (meter === null) return query.includeUnknown
  return meter >= (query.minMeter ?? 0) && meter <= (query.maxMeter ?? 99)
}

/** The expected order by a full sort; plays of one title by descending time. */
function ordered(ids: readonly number[], { orderBy, orderDirection }: PlayerPlaysQuery): number[] {
  const byId = new Map(plays.map((play) => [play.playId, play]))
  const sign = orderDirection === 'asc' ? 1 : -1
  const key = (id: number) => (byId.get(id)?.title ?? '').normalize('NFKC').toLowerCase()
  const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const date = (a: number, b: number) => (byId.get(a)?.playedAt ?? 0) - (byId.get(b)?.playedAt ?? 0) || a - b
  const compare = {
    title: (a: number, b: number) => sign * bytes(key(a), key(b)) || -date(a, b),
    date: (a: number, b: number) => sign * date(a, b),
  }
  return [...ids].sort(compare[orderBy])
}
