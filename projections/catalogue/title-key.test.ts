import { describe, expect, it } from 'vitest'
import { chartKey, searchKey, searchText, searchWords, titleKey, wordPattern } from './title-key.ts'

describe('sort keys of titles', () => {
  it.each([
    ['Kármán Line', 'kármán line'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['  The End ', 'the end'],
  ])('of %s is %s', (title, key) => expect(titleKey(title)).toBe(key))
})

describe('search keys', () => {
  it.each([
    ['Kármán LINE', 'karman line'],
    ['かな', 'カナ'],
    ['ｶﾅ', 'かな'],
    ['ＡＢＣ', 'abc'],
    ['Ёлка', 'елка'],
    ['ガ', 'ｶﾞ'],
  ])('are equal for %s and %s', (one, other) => expect(searchKey(one)).toBe(searchKey(other)))

  it('distinguish kana that differ by more than their script', () => {
    expect(searchKey('か')).not.toBe(searchKey('が'))
  })

  it('have one line per distinct text', () => {
    expect(searchText('ヌル', 'Null', '', 'null')).toBe('ぬる\nnull')
  })

  it('are short enough for an index and never end in half a character', () => {
    const long = Array.from({ length: 6 }, (_, i) => `${String(i).repeat(199)}😀`)
    expect(searchText(...long)).toHaveLength(500)
    for (const key of [titleKey, searchKey]) expect(key(long[0] ?? '')).toBe('0'.repeat(199))
  })

  it('match wildcards literally', () => {
    expect(searchWords(' 100%_ＯＫ\\ ').map(wordPattern)).toEqual(['%100\\%\\_ok\\\\%'])
  })

  it('are looked for word by word, the longest first, without those that others contain', () => {
    expect(searchWords(' Melody  OHAYO o\tmelody ')).toEqual(['melody', 'ohayo'])
    expect(searchWords('')).toEqual([])
    expect(searchWords('a b c d e f g h i j')).toHaveLength(8)
  })

  it('order the charts of a song by type and difficulty, and songs of one title by artist', () => {
    const chart = { title: 'Ohayo', artist: 'Ben', stepsType: 'dance-single', difficulty: 'Hard', meter: 9 }
    const inOrder = [
      { ...chart, title: 'Oh', difficulty: 'Edit' },
      { ...chart, artist: 'Ada', difficulty: 'Edit' },
      { ...chart, difficulty: 'Beginner', meter: 12 },
      chart,
      { ...chart, meter: 10 },
      { ...chart, difficulty: 'Challenge' },
      { ...chart, stepsType: 'dance-double', difficulty: 'Easy' },
      { ...chart, stepsType: null, difficulty: null, meter: null },
      { ...chart, title: 'Ohayo 2' },
    ]
    const keys = inOrder.map(chartKey)
    expect(keys.toSorted()).toEqual(keys)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
