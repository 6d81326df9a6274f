import { expect, it } from 'vitest'
import { choosePackBanner, chooseSongPicture } from './choose-pictures.ts'

const files = {
  song: ['Undertow-bn.png', 'Undertow-bg.jpg', 'art/Cover.PNG', 'undertow.ssc', 'cdtitle.png', 'Jacket.jpg'],
  pack: ['Anthology Banner.png', 'shared bg.jpg'],
}

it.each([
  ['undertow-BN.PNG', { in: 'song', path: 'Undertow-bn.png' }],
  ['  .\\Undertow-bn.png ', { in: 'song', path: 'Undertow-bn.png' }],
  ['ART\\cover.png', { in: 'song', path: 'art/Cover.PNG' }],
  ['art/../cdtitle.png', { in: 'song', path: 'cdtitle.png' }],
  ['../anthology banner.png', { in: 'pack', path: 'Anthology Banner.png' }],
  ['..\\shared bg.jpg', { in: 'pack', path: 'shared bg.jpg' }],
])('finds the banner that the tag %j names', (tag, expected) => {
  expect(chooseSongPicture('banner', tag, files)).toEqual(expected)
})

it.each([
  [undefined],
  [''],
  ['gone.png'],
  ['undertow.ssc'],
  ['../../etc/x.png'],
  ['movie.avi'],
  ['../other song/bn.png'],
])('falls back to a file named like a banner when the tag is %j', (tag) => {
  expect(chooseSongPicture('banner', tag, files)).toEqual({ in: 'song', path: 'Undertow-bn.png' })
})

it('finds background and jacket by their names', () => {
  expect(chooseSongPicture('background', undefined, files)).toEqual({ in: 'song', path: 'Undertow-bg.jpg' })
  expect(chooseSongPicture('jacket', undefined, files)).toEqual({ in: 'song', path: 'Jacket.jpg' })
})

it('prefers the clearer name: the word alone, then the word within, then the short form', () => {
  const choose = (...song: string[]) => chooseSongPicture('banner', undefined, { song, pack: [] })?.path

  expect(choose('a-bn.png', 'my banner.png', 'BN.png')).toBe('BN.png')
  expect(choose('a-bn.png', 'my banner.png')).toBe('my banner.png')
  expect(choose('abnormal.png')).toBeUndefined()
  expect(choose('banner.txt', 'deeper/banner.png')).toBeUndefined()
})

it('finds a name however its accents are encoded', () => {
  const song = ['K\u00e1rm\u00e1n.png']
  expect(chooseSongPicture('banner', 'Ka\u0301rma\u0301n.png', { song, pack: [] })?.path).toBe(song[0])
})

it.each([
  [['other.png', 'Pack Banner.png'], 'Pack Banner.png'],
  [['other.png', 'packbn01.png'], 'packbn01.png'],
  [['cover.jpg'], 'cover.jpg'],
  [['cover.jpg', 'other.png'], undefined],
  [[], undefined],
])('chooses of the images of a pack %j the banner %j', (images, expected) => {
  expect(choosePackBanner(images)).toBe(expected)
})
