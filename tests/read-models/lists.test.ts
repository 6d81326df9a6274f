import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { type ChartListQuery, chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { simfilesOn } from '@stepledger/projections/catalogue/list-simfiles.ts'
import { searchKey } from '@stepledger/projections/catalogue/title-key.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smallChart, smallSong } from '../generators/small-song.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

/** Where texts and searches come from: case, accents, width, kana, and signs that mean something to LIKE, to SQL or to JSON. */
const signs = [...`aAéeａかカガｶ%_\\'" {,😀ßİ`]
const text = fc.array(fc.constantFrom(...signs), { maxLength: 6 }).map((found) => found.join(''))
const titles = fc.record({
  title: text,
  titleTranslit: text,
  subtitle: text,
  artist: text,
  artistTranslit: text,
})
const chart = fc.record({
  stepsType: fc.constantFrom('dance-single', 'dance-double', 'pump-single'),
  difficulty: fc.constantFrom('Easy' as const, 'Hard' as const),
})
const song = fc.record({ titles, charts: fc.array(chart, { minLength: 1, maxLength: 3 }) })
type Song = typeof song extends fc.Arbitrary<infer Given> ? Given : never

/** Songs, and what some of them are read as later on: with other titles, and more or fewer charts. */
const readings = fc.array(fc.record({ first: song, later: fc.option(song) }), { minLength: 1, maxLength: 8 })

const filters: readonly Partial<ChartListQuery>[] = [
  {},
  { stepsType: 'dance-single' },
  { difficulty: 'Hard' },
  { stepsType: 'dance-double', difficulty: 'Easy' },
]
const packId = 1
const whole = { from: 0, limit: 100 }

let models: FoldedModels
beforeAll(async () => {
  models = await foldedModels()
})
afterAll(() => models.close())

it('a search finds what holds its text, whatever the case, accents, width and kana, and counts it under every filter', async () => {
  await fc.assert(
    fc.asyncProperty(readings, fc.array(text, { minLength: 3, maxLength: 3 }), async (songs, searches) => {
      await empty()
      await models.fold(songs.map(({ first }, nth) => read(nth + 1, first, 1)))
      await models.fold(songs.flatMap(({ later }, nth) => (later ? [read(nth + 1, later, 2)] : [])))
      await models.fold([processed(songs.map((_, nth) => nth + 1))])

      const beginnings = searches.map((search) => [...search].slice(0, 1).join(''))
      for (const asked of ['', ...searches, ...beginnings]) {
        const search = asked.trim()
        const holds = (its: Song) =>
          search === '' || Object.values(its.titles).some((one) => searchKey(one).includes(searchKey(search)))
        const found = await simfilesOn(
          models.generation,
          { search, orderBy: 'title', orderDirection: 'asc' },
          whole,
        )
        expect(found.simfiles.map(({ id }) => id).sort()).toEqual(
          songs.flatMap(({ first, later }, nth) => (holds(later ?? first) ? [nth + 1] : [])),
        )
        for (const filter of filters) {
          const expected = songs.flatMap((its, at) =>
            chartsOf(its).flatMap(({ by, stepsType, difficulty }, nth) =>
              holds(by) && passes(filter, { stepsType, difficulty }) ? [hashOf(at + 1, nth)] : [],
            ),
          )
          // By their texts, and along the order.
          for (const few of [1000, 0]) {
            const query = { ...everything, ...filter, search }
            const { charts, total } = await chartsOn(models.generation, query, whole, few)
            expect(charts.map(({ hash }) => hash).sort()).toEqual(expected)
            expect(total).toBe(expected.length)
          }
        }
      }
      expect(await unusedTexts()).toBe(0)
    }),
    { numRuns: 25 },
  )
})

const everything: ChartListQuery = {
  search: '',
  stepsType: undefined,
  difficulty: undefined,
  packId: undefined,
  orderBy: 'songName',
  orderDirection: 'asc',
}

/** The charts of a song, each as it was read last, with the reading that had it. */
function chartsOf({ first, later }: { first: Song; later: Song | null }) {
  const last = later?.charts.map((its) => ({ ...its, by: later })) ?? []
  return [...last, ...first.charts.slice(last.length).map((its) => ({ ...its, by: first }))]
}

function passes(filter: Partial<ChartListQuery>, its: { stepsType: string; difficulty: string }): boolean {
  const { stepsType = its.stepsType, difficulty = its.difficulty } = filter
  return stepsType === its.stepsType && difficulty === its.difficulty
}

async function empty() {
  const tables = ['charts', 'search_texts', 'packs', 'simfiles', 'simfile_charts', 'chart_counts']
  await models.database.pool.query(`truncate ${tables.map((name) => `g1.${name}`).join()}`)
}

async function unusedTexts(): Promise<number> {
  const { rows } = await models.database.pool.query('select 1 from g1.search_texts where counts[1] = 0')
  return rows.length
}

function read(songId: number, { titles, charts }: Song, at: number): AnyEvent {
  const hashed = charts.map((its, nth) => smallChart({ hash: hashOf(songId, nth), ...its }))
  return smallSong({ packId, songId, at, ...titles, charts: hashed })
}

function processed(songIds: number[]): AnyEvent {
  return {
    id: 'processed',
    type: 'PackProcessed',
    v: 1,
    at: 3,
    key: String(packId),
    data: {
      packId,
      uploadId: '6d1f5b52-7d0e-4f7b-8c6d-5e4f3a2b1c0d',
      name: 'Pack',
      banner: null,
      songIds,
      leftOut: [],
    },
  }
}

function hashOf(songId: number, nth: number): string {
  return (songId * 10 + nth).toString(16).padStart(16, '0')
}
