import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import fc from 'fast-check'
import { smallChart, smallSong } from '../generators/small-song.ts'

/**
 * Characters of texts and searches: case, accents, width, kana, special characters of LIKE, SQL and JSON, and one that
 * UTF-16 orders after emoji.
 */
const signs = [...`aAéeａかカガｶ%_\\'" {,😀\ue000ßİ`]
export const text = fc.array(fc.constantFrom(...signs), { maxLength: 6 }).map((found) => found.join(''))
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
  meter: fc.integer({ min: 1, max: 12 }),
})
const song = fc.record({ titles, charts: fc.array(chart, { minLength: 1, maxLength: 3 }) })
export type Song = typeof song extends fc.Arbitrary<infer Given> ? Given : never

/** Songs, and later versions of some with other titles and more or fewer charts. */
export const readings = fc.array(fc.record({ first: song, later: fc.option(song) }), {
  minLength: 1,
  maxLength: 8,
})

export const packId = 1

export function read(songId: number, { titles, charts }: Song, at: number): AnyEvent {
  const hashed = charts.map((its, nth) => smallChart({ hash: hashOf(songId, nth), ...its }))
  return smallSong({ packId, songId, at, ...titles, charts: hashed })
}

export function processed(songIds: number[], { packId: pack = packId, name = 'Pack' } = {}): AnyEvent {
  return {
    id: 'processed',
    type: 'PackProcessed',
    v: 1,
    at: 3,
    key: String(pack),
    data: {
      packId: pack,
      uploadId: '6d1f5b52-7d0e-4f7b-8c6d-5e4f3a2b1c0d',
      name,
      banner: null,
      songIds,
      leftOut: [],
    },
  }
}

export function hashOf(songId: number, nth: number): string {
  return (songId * 10 + nth).toString(16).padStart(16, '0')
}
