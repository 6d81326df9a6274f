import { describe, expect, it } from 'vitest'
import { searchKey, searchPattern, searchText, titleKey } from './title-key.ts'

describe('what titles are ordered by', () => {
  it.each([
    ['Kármán Line', 'kármán line'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['  The End ', 'the end'],
  ])('of %s is %s', (title, key) => expect(titleKey(title)).toBe(key))
})

describe('what searches compare', () => {
  it.each([
    ['Kármán LINE', 'karman line'],
    ['かな', 'カナ'],
    ['ｶﾅ', 'かな'],
    ['ＡＢＣ', 'abc'],
    ['Ёлка', 'елка'],
    ['ガ', 'ｶﾞ'],
  ])('is the same for %s and %s', (one, other) => expect(searchKey(one)).toBe(searchKey(other)))

  it('keeps kana apart that differ by more than their script', () => {
    expect(searchKey('か')).not.toBe(searchKey('が'))
  })

  it('is a line for each text that says something else', () => {
    expect(searchText('ヌル', 'Null', '', 'null')).toBe('ぬる\nnull')
  })

  it('is short enough for an index, and never ends in half a character', () => {
    const long = Array.from({ length: 6 }, (_, i) => `${String(i).repeat(199)}😀`)
    expect(searchText(...long)).toHaveLength(500)
    for (const key of [titleKey, searchKey]) expect(key(long[0] ?? '')).toBe('0'.repeat(199))
  })

  it('is looked for as it stands', () => {
    expect(searchPattern(' 100%_ＯＫ\\ ')).toBe('%100\\%\\_ok\\\\%')
  })
})
