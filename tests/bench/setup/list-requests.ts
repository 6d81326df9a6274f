import { listPageSize } from '@stepledger/contracts/http/shapes/paging.ts'
import { madeUpSong, rareWord, songsOfPack } from '../../generators/many-songs.ts'

/**
 * A page of a list: its address without the page number, and its position. `nth`: pages further inside than `place`.
 */
export interface ListRequest {
  readonly list: string
  readonly place: 'first' | 'middle' | 'last'
  readonly nth: number
}

const places = ['first', 'middle', 'last'] as const
const directions = ['asc', 'desc'] as const
const orders = {
  charts: ['songName', 'rating', 'createdAt'],
  simfiles: ['title', 'artist'],
  packs: ['name', 'createdAt'],
} as const
type List = keyof typeof orders

/** Search texts of a kind, a different one for each `nth` as long as there are enough. */
type Words = readonly ((nth: number) => string)[]

/** Texts found in nearly all songs, in many, in few, in one and in none. */
const usualWords: Words = [
  (nth) => rareWord(1 + (nth % 39)),
  (nth) => pick(['an', 'ra', 'st', 'in', 'or', 'er', 'qu', 'fi', 'so', 'da'], nth),
  (nth) => pick(['night', 'moon', 'fireli', 'quiera', 'nesomi', 'LIGHT', 'ｆｉｒｅ'], nth),
  (nth) => pick(['カ', 'ナマ', 'ひか', 'リン', 'かり', 'ｱｲ', '夜星'], nth),
  (nth) => `nobody has this ${nth}`,
]
const letters: Words = [(nth) => pick(['a', 'e', 'i', 'o', 'n', 'r', 'l', 't', 's'], nth)]

/** Requests in turn, each page once; `from`: the number of earlier requests. */
export const listRequests: Readonly<Record<string, (from: number, count: number) => ListRequest[]>> = {
  charts: looksAt('charts', [() => ''], [{}]),
  'charts of a steps type, a difficulty or both': looksAt('charts', [() => ''], filters()),
  'charts of an artist or a stepartist': looksAt('charts', [() => ''], names()),
  'charts, searched for': looksAt('charts', usualWords, [{}]),
  'charts, searched for under a filter': looksAt('charts', usualWords, filters()),
  'charts, searched for by one letter': looksAt('charts', letters, [{}]),
  songs: looksAt('simfiles', [() => '', ...usualWords, ...letters], [{}]),
  packs: looksAt('packs', [() => '', ...usualWords, ...letters], [{}]),
}

function filters() {
  const [stepsType, difficulty] = ['dance-double', 'Hard']
  return [{ stepsType }, { difficulty }, { stepsType: 'dance-single', difficulty }]
}

/** The stepartist is that of all charts. */
function names() {
  return [{ stepartist: 'Rowan' }, ...[1, 2, 3].map((n) => ({ artist: madeUpSong(songsOfPack + n).artist }))]
}

function looksAt(list: List, words: Words, filters: readonly object[]) {
  const kinds = orders[list].flatMap((orderBy) =>
    directions.flatMap((orderDirection) =>
      filters.flatMap((filter) =>
        words.flatMap((word) =>
          places.map((place) => ({ place, word, of: { orderBy, orderDirection, ...filter } })),
        ),
      ),
    ),
  )
  return (from: number, count: number) =>
    Array.from({ length: count }, (_, i): ListRequest => {
      const n = from + i
      // Shuffled, so that a few requests cover all kinds.
      const { place, word, of } = pick(kinds, n * 7)
      const nth = Math.floor(n / kinds.length)
      const search = word(n)
      const asked = new URLSearchParams({
        ...of,
        ...(search === '' ? {} : { search }),
        limit: String(listPageSize),
      })
      return { list: `/api/${list}?${asked}`, place, nth }
    })
}

function pick<T>(items: readonly T[], n: number): T {
  const item = items[n % items.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}
