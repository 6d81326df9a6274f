import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { type ChartListQuery, chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { simfilesOn } from '@stepledger/projections/catalogue/list-simfiles.ts'
import { searchKey } from '@stepledger/projections/catalogue/title-key.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallChart, smallSong } from '../generators/small-song.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

/** Where texts and searches come from: case, accents, width, kana, and signs that mean something to LIKE, to SQL or to JSON. */
const signs = [
  'a',
  'A',
  'é',
  'e',
  'ａ',
  'か',
  'カ',
  'ガ',
  'ｶ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  ' ',
  '{',
  ',',
  '😀',
  'ß',
  'İ',
]
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

/** A song, and what it is read as later on: titles and charts change, and texts that nobody has any more are gone. */
const songs = fc.array(fc.record({ first: song, later: fc.option(song) }), { minLength: 1, maxLength: 8 })
const filters = [
  {},
  { stepsType: 'dance-single' },
  { difficulty: 'Hard' },
  { stepsType: 'dance-double', difficulty: 'Easy' },
] as const

const packId = 1
const whole = { from: 0, limit: 100 }

describe('a search', () => {
  let models: FoldedModels
  beforeAll(async () => {
    models = await foldedModels()
  })
  afterAll(() => models.close())

  it('finds what holds the text, whatever its case, accents, width and kana, and counts it under every filter', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(songs, fc.array(text, { minLength: 3, maxLength: 3 }), async (given, searches) => {
        // Hashes and ids of its own: the tables are those of the rounds before, emptied.
        await empty(models)
        const base = ++round * 1000
        await models.fold(given.map(({ first }, n) => read(base + n, first, 1)))
        await models.fold(given.flatMap(({ later }, n) => (later ? [read(base + n, later, 2)] : [])))
        await models.fold([
          processed(
            given.map((_, n) => base + n),
            base,
          ),
        ])

        const known = given.map(({ first, later }, n) => ({
          id: base + n,
          shown: later ?? first,
          first,
          later,
        }))
        const shown = known.flatMap(({ id, first, later }) =>
          first.charts
            .map((_, nth) => hashOf(id, nth))
            .concat(
              (later?.charts ?? [])
                .slice(first.charts.length)
                .map((_, i) => hashOf(id, first.charts.length + i)),
            )
            .map((hash, nth) => {
              const by = later && nth < later.charts.length ? later : first
              return { hash, titles: by.titles, ...by.charts[nth] }
            }),
        )
        for (const search of ['', ...searches, ...searches.map((some) => [...some].slice(0, 1).join(''))]) {
          const holds = (of: Song['titles']) =>
            search.trim() === '' ||
            Object.values(of).some((its) => searchKey(its).includes(searchKey(search)))
          const found = await simfilesOn(
            models.generation,
            { search: search.trim(), orderBy: 'title', orderDirection: 'asc' },
            whole,
          )
          expect(found.simfiles.map(({ id }) => id).sort()).toEqual(
            known.filter((its) => holds(its.shown.titles)).map(({ id }) => id),
          )
          for (const filter of filters) {
            const expected = shown.filter(
              (its) =>
                holds(its.titles) &&
                Object.entries(filter).every(([name, value]) =>
                  Object.entries(its).some(([its, has]) => its === name && has === value),
                ),
            )
            const query: ChartListQuery = { ...everything, ...filter, search: search.trim() }
            for (const few of [0, 1000]) {
              const { charts, total } = await chartsOn(models.generation, query, whole, few)
              expect(charts.map(({ hash }) => hash).sort()).toEqual(expected.map(({ hash }) => hash).sort())
              expect(total).toBe(expected.length)
            }
          }
        }
      }),
      { numRuns: 25 },
    )
  })
})

const everything: ChartListQuery = {
  search: '',
  stepsType: undefined,
  difficulty: undefined,
  packId: undefined,
  orderBy: 'songName',
  orderDirection: 'asc',
}

async function empty({ database }: FoldedModels) {
  await database.pool.query(
    'truncate g1.charts, g1.search_texts, g1.packs, g1.simfiles, g1.simfile_charts, g1.chart_counts',
  )
}

function read(songId: number, { titles, charts }: Song, at: number): AnyEvent {
  return smallSong({
    packId,
    songId,
    at,
    ...titles,
    charts: charts.map((its, nth) => smallChart({ hash: hashOf(songId, nth), ...its })),
  })
}

function processed(songIds: number[], at: number): AnyEvent {
  return {
    id: `pack-${at}`,
    type: 'PackProcessed',
    v: 1,
    at,
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
