import { searchText, searchWords } from '@stepledger/contracts/search-text.ts'
import { type ChartListQuery, chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { simfilesOn } from '@stepledger/projections/catalogue/list-packs.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { smallChart, smallSong } from '../generators/small-song.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { hashOf, packId, processed, read, readings, type Song, text } from './listed-songs.ts'

const whole = { from: 0, limit: 100 }
const pages = [whole, { from: 1, limit: 2 }, { from: 7, limit: 3 }, { from: 1000, limit: 2 }]
const everything: ChartListQuery = {
  search: '',
  stepsType: undefined,
  difficulty: undefined,
  minMeter: undefined,
  maxMeter: undefined,
  packId: undefined,
  orderBy: 'songName',
  orderDirection: 'asc',
}
const chartKeys = { songName: 'title_key', rating: 'coalesce(meter, -1)', createdAt: 'known_at' }
const chartOrder = z.enum(['songName', 'rating', 'createdAt'])
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
      const first = songs.map((_, nth) => nth + 1)
      await models.fold([...songs.map(({ first }, nth) => read(nth + 1, first, 1)), processed(first)])
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
        const ofSongs = { search, orderBy: 'title', orderDirection: 'asc' } as const
        const found = await simfilesOn(models.generation, ofSongs, whole)
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
          const query = { ...everything, ...filter, search }
          const { charts, total } = await chartsOn(models.generation, query, whole)
          expect(charts.map(({ hash }) => hash).sort()).toEqual(expected)
          expect(total).toBe(expected.length)
        }
      }
    }),
    { numRuns: 15 },
  )
})

describe.each(['asc', 'desc'] as const)('a list is ordered by its key, then by id: %s', (orderDirection) => {
  it('on every page, by every key', async () => {
    await fc.assert(
      fc.asyncProperty(readings, async (songs) => {
        await empty()
        await models.fold(songs.map(({ first }, nth) => read(nth + 1, first, 1 + (nth % 3))))
        await models.fold([processed(songs.map((_, nth) => nth + 1))])
        for (const [orderBy, key] of Object.entries(chartKeys)) {
          const query = { ...everything, orderBy: chartOrder.parse(orderBy), orderDirection }
          const inOrder = await idsInOrder('charts', 'hash', key, orderDirection)
          for (const page of pages) {
            const { charts, total } = await chartsOn(models.generation, query, page)
            expect(charts.map(({ hash }) => hash)).toEqual(cut(inOrder, page))
            expect(total).toBe(inOrder.length)
          }
        }
        for (const orderBy of ['title', 'artist'] as const) {
          const query = { search: '', orderBy, orderDirection }
          const inOrder = await idsInOrder('simfiles', 'id', `${orderBy}_key`, orderDirection)
          for (const page of pages) {
            const { simfiles, total } = await simfilesOn(models.generation, query, page)
            expect(simfiles.map(({ id }) => id)).toEqual(cut(inOrder, page))
            expect(total).toBe(inOrder.length)
          }
        }
      }),
      { numRuns: 6 },
    )
  })
})

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
  const found = async (search: string) => {
    const { charts } = await chartsOn(models.generation, { ...everything, search }, whole)
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

it('charts are filtered by whole names: the artist, and the stepartist or else the credit', async () => {
  await empty()
  const by = (nth: number, stepartist: string) => smallChart({ hash: hashOf(nth, 0), stepartist })
  const song = { packId, at: 1, credit: 'Mando' }
  await models.fold([
    smallSong({ ...song, songId: 1, title: 'Bay', artist: 'Rotor Club', charts: [by(1, 'mando')] }),
    smallSong({ ...song, songId: 2, title: 'Aim', artist: 'ROTOR CLUB', charts: [by(2, '')] }),
    smallSong({ ...song, songId: 3, title: 'Cue', artist: 'Rotor', charts: [by(3, 'Mando & Rowan')] }),
    processed([1, 2, 3]),
  ])
  const found = async (filter: Partial<ChartListQuery>) => {
    const { charts } = await chartsOn(models.generation, { ...everything, ...filter }, whole)
    return charts.map(({ songName }) => songName)
  }
  expect(await found({ artist: 'rotor club' })).toEqual(['Aim', 'Bay'])
  expect(await found({ stepartist: 'MANDO' })).toEqual(['Aim', 'Bay'])
  expect(await found({ stepartist: 'Mando', search: 'bay' })).toEqual(['Bay'])
  expect(await found({ stepartist: 'Mando', artist: 'Rotor' })).toEqual([])
})

/** Sorted here, because Postgres orders by code points and JavaScript by code units. */
async function idsInOrder(table: string, id: string, key: string, direction: 'asc' | 'desc') {
  const { rows } = await models.database.pool.query<{ id: string | number; key: string | number }>(
    `select ${id} as id, ${key} as key from g1.${table}`,
  )
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
  const sorted = rows.sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id)).map((row) => row.id)
  return direction === 'asc' ? sorted : sorted.reverse()
}

function cut<T>(list: readonly T[], { from, limit }: { from: number; limit: number }): T[] {
  return list.slice(from, from + limit)
}

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
