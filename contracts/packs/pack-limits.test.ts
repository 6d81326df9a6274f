import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packKey, packName } from './pack-limits.ts'
import { sizeText } from './size-text.ts'

const errorOf = (name: string) => packName.safeParse(name).error?.issues[0]?.message

it.each([
  ['   ', 'Pack name is required'],
  ['x'.repeat(201), 'Pack name must be no more than 200 characters long'],
  ['two\nlines', 'Pack name must not contain control characters'],
  ['x'.repeat(200), undefined],
  ['🎵'.repeat(200), undefined],
  ["Nine Bar Breaks: 夜 (2026) / it's", undefined],
])('the pack name %j has the validation error %j', (name, expected) => {
  expect(errorOf(name)).toBe(expected)
})

it('trims a pack name', () => {
  expect(packName.parse('  Anthology ')).toBe('Anthology')
})

it('the key of a pack ignores case, width and the encoding of accents in its name', () => {
  expect(packKey(' ＡＮＴＨＯＬＯＧＹ ')).toBe(packKey('Anthology'))
  expect(packKey('Ka\u0301rma\u0301n')).toBe(packKey('K\u00e1rm\u00e1n'))
  expect(packKey('ﾈｵﾝ')).toBe(packKey('ネオン'))
  expect(packKey('Anthology 2')).not.toBe(packKey('Anthology'))
})

it('the key of a key is the key itself, so stored keys can be looked up', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(packKey(packKey(name))).toBe(packKey(name))
    }),
  )
})

it('formats sizes in KB, MB or GB', () => {
  expect([0, 1, 60_000, 400_000, 196_502_028, 3 * 1024 ** 3].map(sizeText)).toEqual([
    '0 KB',
    '1 KB',
    '59 KB',
    '0.4 MB',
    '187.4 MB',
    '3.0 GB',
  ])
})
