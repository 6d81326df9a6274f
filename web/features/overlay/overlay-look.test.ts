import { expect, it } from 'vitest'
import { overlayLook } from './overlay-look.ts'

it.each([
  ['', { size: 'card', board: 'HardEX', scale: 1 }],
  ['size=bar&board=ex&scale=1.5', { size: 'bar', board: 'EX', scale: 1.5 }],
  ['size=huge&board=none&scale=1000', { size: 'card', board: 'HardEX', scale: 1 }],
  ['board=money&scale=', { size: 'card', board: 'ITG', scale: 1 }],
])('the address with %j makes an overlay of %j', (query, look) => {
  expect(overlayLook(new URLSearchParams(query))).toEqual(look)
})
