import { searchText, searchWords } from '@stepledger/contracts/search-text.ts'
import {
  type ChartListQuery,
  chartListQueryOf,
  chartsOn,
} from '@stepledger/projections/catalogue/list-charts.ts'
import { chartsList } from '@stepledger/projections/catalogue/list-index/charts-list.ts'
import { simfilesOn } from '@stepledger/projections/catalogue/list-simfiles.ts'
import { cachedList } from '@stepledger/services/query/lists/cached-list.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { smallChart, smallSong } from '../generators/small-song.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { hashOf, packId, processed, read, readings, type Song, text, titled } from './listed-songs.ts'
import { everything, inMoment, listsInMemory, loaded, loading, whole } from './lists-in-memory.ts'

const filters: readonly Partial<ChartListQuery>[] = [
  {},
  { stepsType: 'dance-single' },
  { difficulty: 'Hard' },
  { stepsType: 'dance-double', difficulty: 'Easy' },
  { minMeter: 4, maxMeter: 8 },
  { maxMeter: 6, difficulty: 'Hard' },
]

let models: FoldedModels
beforeAll(async () => {
  models = await foldedModels()
})
afterAll(() => models.close())

it('a search of words ignores case, accents, width and kana, and its totals respect every filter', async () => {
  await fc.assert(
    fc.asyncProperty(readings, fc.array(text, { minLength: 3, maxLength: 3 }), async (songs, searches) => {
      await empty()
      await using kept = await listsInMemory(models)
      const first = songs.map((_, nth) => nth + 1)
      await models.fold([...songs.map(({ first }, nth) => read(nth + 1, first, 1)), processed(first)])
      await kept.follow()
      await models.fold(songs.flatMap(({ later }, nth) => (later ? [read(nth + 1, later, 2)] : [])))
      // The pack no longer lists its first song, so its charts disappear.
      await models.fold([processed(first.slice(1))])

      const beginnings = searches.map((search) => [...search].slice(0, 1).join(''))
      for (const asked of ['', ...searches, ...beginnings]) {
        const search = asked.trim()
        const words = searchWords(search)
        const holds = (its: Song, ...others: string[]) => {
          const texts = searchText(...Object.values(its.titles), ...others)
          return words.every((word) => texts.includes(word))
        }
        const found = await kept.songs({ search, orderBy: 'title', orderDirection: 'asc' })
        expect(found.simfiles.map(({ id }) => id).sort()).toEqual(
          songs.flatMap(({ first, later }, nth) => (nth > 0 && holds(later ?? first) ? [nth + 1] : [])),
        )
        for (const filter of filters) {
          const expected = songs.flatMap((its, at) =>
            (its.later ?? its.first).charts.flatMap((chart, nth) =>
              at > 0 && holds(its.later ?? its.first, 'Rowan', 'Pack') && passes(filter, chart)
                ? [hashOf(at + 1, nth)]
                : [],
            ),
          )
          const { charts, total } = await kept.charts({ ...everything, ...filter, search })
          expect(charts.map(({ hash }) => hash).sort()).toEqual(expected)
          expect(total).toBe(expected.length)
        }
      }
    }),
    { numRuns: 15 },
  )
})

describe.each(['asc', 'desc'] as const)(
  'lists in memory and in Postgres have the same order: %s',
  (orderDirection) => {
    it('on every page, by every key', async () => {
      await fc.assert(
        fc.asyncProperty(readings, async (songs) => {
          await empty()
          await using kept = await listsInMemory(models)
          await models.fold(songs.map(({ first }, nth) => read(nth + 1, first, 1 + (nth % 3))))
          await models.fold([processed(songs.map((_, nth) => nth + 1))])
          for (const page of [
            whole,
            { from: 1, limit: 2 },
            { from: 7, limit: 3 },
            { from: 1000, limit: 2 },
          ]) {
            for (const orderBy of ['songName', 'rating', 'createdAt'] as const) {
              const query = { ...everything, orderBy, orderDirection }
              expect(await kept.charts(query, page)).toEqual(
                await chartsOn(models.generation, query, page, null),
              )
            }
            for (const orderBy of ['title', 'artist'] as const) {
              const query = { search: '', orderBy, orderDirection }
              expect(await kept.songs(query, page)).toEqual(
                await simfilesOn(models.generation, query, page, null),
              )
            }
          }
        }),
        { numRuns: 6 },
      )
    })
  },
)

it('a chart is found by its stepartist, its credit and every pack that lists it, in any order of words', async () => {
  await empty()
  const easy = smallChart({ hash: hashOf(1, 1), difficulty: 'Easy', stepartist: 'Mando Do' })
  const hard = smallChart({ hash: hashOf(1, 0), stepartist: 'rowan' })
  const song = { title: 'Ohayo Melody', credit: 'J. Credit', charts: [hard, easy] }
  await models.fold([smallSong({ ...song, packId, songId: 1, at: 1 }), processed([1])])
  await models.fold([
    smallSong({ ...song, packId: 2, songId: 2, at: 2, charts: [easy] }),
    processed([2], { packId: 2, name: 'Winter Mix' }),
  ])
  await using kept = await listsInMemory(models)
  const found = async (search: string) => {
    const { charts } = await kept.charts({ ...everything, search })
    const { charts: inPostgres } = await chartsOn(models.generation, { ...everything, search }, whole, null)
    expect(inPostgres).toEqual(charts)
    return charts.map(({ hash }) => hash)
  }
  // By difficulty, not by hash.
  for (const search of ['melody ohayo', 'elod credit', 'pack'])
    expect([search, await found(search)]).toEqual([search, [easy.hash, hard.hash]])
  for (const search of ['mando', 'do ohayo', 'mix winter', 'winter pack'])
    expect([search, await found(search)]).toEqual([search, [easy.hash]])
  expect(await found('melody hello')).toEqual([])

  await models.fold([
    {
      id: 'renamed',
      type: 'PackRenamed',
      v: 1,
      at: 4,
      key: '2',
      data: { packId: 2, name: 'Summer Mix' },
    },
  ])
  expect([await found('winter'), await found('summer')]).toEqual([[], [easy.hash]])
  await models.fold([{ id: 'removed', type: 'PackRemoved', v: 1, at: 5, key: '2', data: { packId: 2 } }])
  expect([await found('summer'), await found('pack mando')]).toEqual([[], [easy.hash]])
})

it('changes of concurrent transactions appear when they commit, whichever began first', async () => {
  await empty()
  const song: Song = {
    titles: titled('Before'),
    charts: [{ stepsType: 'dance-single', difficulty: 'Easy', meter: 5 }],
  }
  await models.fold([read(1, song, 1), read(2, song, 1), processed([1, 2])])
  await using kept = await listsInMemory(models)
  const titles = async () => (await kept.charts(everything)).charts.map(({ title }) => title)

  const slow = await models.database.connect('slow')
  await slow.query(
    `begin; update g1.charts set title = 'Slow', title_key = 'slow' where hash = '${hashOf(1, 0)}'`,
  )
  await models.fold([read(2, { ...song, titles: titled('Fast') }, 2)])
  expect(await titles()).toEqual(['Before', 'Fast'])
  await slow.query('commit')
  await slow.end()
  expect(await titles()).toEqual(['Fast', 'Slow'])
})

it('Postgres answers while a list is not in memory: after too many changes, or when it is too large', async () => {
  await empty()
  const song: Song = {
    titles: titled('One'),
    charts: [{ stepsType: 'dance-single', difficulty: 'Easy', meter: 5 }],
  }
  const few = cachedList(chartsList, {
    database: models.database,
    log: console,
    maxBytes: 1e6,
    maxChanges: 2,
  })
  await loaded(models, few)
  const asked = chartListQueryOf(everything, whole)
  if (!asked) throw new Error('charts of all packs are in memory')
  await models.fold([...[1, 2, 3].map((id) => read(id, song, 1)), processed([1, 2, 3])])
  expect(await inMoment(models, (at) => few.find(at, asked))).toBeNull()
  await vi.waitFor(async () => {
    expect((await inMoment(models, (at) => few.find(at, asked)))?.total).toBe(3)
  }, loading)
  await few.close()

  const warned: string[] = []
  const log = { warn: (text: string) => void warned.push(text) }
  const small = cachedList(chartsList, { database: models.database, log, maxBytes: 300 })
  await vi.waitFor(async () => {
    expect(await inMoment(models, (at) => small.find(at, asked))).toBeNull()
    expect(warned).toEqual([expect.stringContaining('exceeds 300 bytes')])
  }, loading)
  await small.close()
})

function passes(filter: Partial<ChartListQuery>, its: Song['charts'][number]): boolean {
  const { stepsType = its.stepsType, difficulty = its.difficulty } = filter
  const { minMeter = its.meter, maxMeter = its.meter } = filter
  return (
    stepsType === its.stepsType &&
    difficulty === its.difficulty &&
    minMeter <= its.meter &&
    its.meter <= maxMeter
  )
}

async function empty() {
  const tables = ['charts', 'packs', 'simfiles', 'simfile_charts', 'chart_sources', 'chart_counts']
  await models.database.pool.query(`truncate ${tables.map((name) => `g1.${name}`).join()}`)
}
