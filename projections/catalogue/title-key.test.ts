import { describe, expect, it } from 'vitest'
import { searchKey, searchPattern, searchText, titleKey } from './title-key.ts'

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
    expect(searchPattern(' 100%_ＯＫ\\ ')).toBe('%100\\%\\_ok\\\\%')
  })
})
