import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchText, searchWords } from './search-text.ts'

function finds(search: string, ...texts: string[]): boolean {
  const text = searchText(...texts)
  return searchWords(search).every((word) => text.includes(word))
}

describe('a search', () => {
  it.each([
    ['case and accents', 'Kármán LINE', 'karman line'],
    ['composed and decomposed accents', 'Nguyễn', 'Nguyễn'.normalize('NFD')],
    ['Cyrillic accents', 'Ёлка', 'елка'],
    ['width', 'ＡＢＣ　１２', 'abc 12'],
    ['kana', 'かな', 'ｶﾅ'],
    ['kana with a dakuten', 'ガ', 'ｶﾞ'],
    ['waves', 'Hello〜World', 'Hello～World'],
    ['waves, ASCII', 'Hello〜World', 'Hello~World'],
    ['waves around', '〜Full Moon〜', 'full moon'],
    ['apostrophes', 'Don’t Stop', "Don't Stop"],
    ['apostrophes, turned', '‘Til Dawn', "'til dawn"],
    ['no apostrophe', 'Don’t Stop', 'dont stop'],
    ['an acute accent for an apostrophe', "Don't Stop", 'don´t stop'],
    ['quotes', '“Heroes”', '"heroes"'],
    ['no quotes', '“Heroes”', 'heroes'],
    ['a minus', 'F−777', 'F-777'],
    ['dashes', 'A – B', 'a - b'],
    ['long dashes', 'Show—Off', 'show-off'],
    ['no dash', 'Show-Off', 'showoff'],
    ['an ellipsis', 'Wait…', 'wait...'],
    ['no ellipsis', 'Wait…', 'wait'],
    ['stars', 'Lucky★Star', 'lucky☆star'],
    ['an asterisk for a star', 'Lucky★Star', 'lucky*star'],
    ['no star', 'Lucky★Star', 'luckystar'],
    ['hearts', 'Love♥Shine', 'love❤\ufe0fshine'],
    ['notes', 'Sing♪', 'sing♫'],
    ['sharp s', 'Straße', 'strasse'],
    ['capital sharp s', 'STRAẞE', 'strasse'],
    ['ae and oe', 'Æther Œuvre', 'aether oeuvre'],
    ['ae with an accent', 'Ǽ', 'ae'],
    ['slashed o', 'Røyksopp', 'royksopp'],
    ['stroked l', 'Łódź', 'lodz'],
    ['dotless i', 'Işık', 'isik'],
    ['dotted capital I', 'İstanbul', 'istanbul'],
    ['a final sigma', 'ΟΔΟΣ', 'οδοσ'],
    ['dots of initials', 'L.L.L.', 'LLL'],
  ])('finds either spelling by the other: %s', (_what, one, other) => {
    expect([finds(one, other), finds(other, one)]).toEqual([true, true])
  })

  it.each([
    ['lucky star', 'Lucky☆Star'],
    ['lucky☆star', 'Lucky Star'],
    ['show off', 'Show-Off'],
    ['show-off', 'Show Off'],
    ['mr.saxobeat', 'Mr. Saxobeat'],
    ['☆', 'Lucky★Star'],
    ['...', 'Wait…'],
    ['★★', '☆'],
    ['song -', 'Song'],
  ])('of %s finds %s', (search, text) => expect(finds(search, text)).toBe(true))

  it.each([
    ['か', 'が'],
    ['L.L.L.', 'Lull'],
    ['a-ha', 'Ah and'],
    ['☆', 'Lucky Star'],
    ['c++', 'C'],
    ['zoe', 'Zo'],
    ['onetwo', 'One Two'],
  ])('of %s does not find %s', (search, text) => expect(finds(search, text)).toBe(false))

  it('finds every text by itself, in any spelling of Unicode', () => {
    const sign = fc.constantFrom(...'aÉßİŉ…〜\'’"-★L. か゛ｶﾞ♥%\n')
    fc.assert(
      fc.property(
        fc.array(fc.oneof(sign, fc.string({ unit: 'binary', maxLength: 2 })), { maxLength: 12 }),
        (signs) => {
          const text = signs.join('')
          for (const search of [text, text.normalize('NFD'), text.normalize('NFKC')])
            expect(finds(search, text)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('texts', () => {
  it('have one line per distinct text, and one of marks', () => {
    expect(searchText('ヌル', 'Null', '', 'null', '☆Nu-ll☆')).toBe('ぬる\nnull\n★-')
  })

  it('are short enough for an index and never end in half a character', () => {
    const long = Array.from({ length: 6 }, (_, i) => `${String(i).repeat(199)}😀`)
    expect(searchText(...long)).toHaveLength(500)
    expect(searchText(long[0] ?? '')).toBe('0'.repeat(199))
  })
})

describe('words', () => {
  it('are looked for one by one, the longest first, without those that others contain', () => {
    expect(searchWords(' Melody  OHAYO o\tmelody ')).toEqual(['melody', 'ohayo'])
    expect(searchWords('')).toEqual([])
    expect(searchWords('a b c d e f g h i j')).toHaveLength(8)
  })
})
