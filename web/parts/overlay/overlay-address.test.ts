import { expect, it } from 'vitest'
import { overlayAddress, overlayLook } from './overlay-address.ts'

it.each([
  ['', { size: 'card', board: 'HardEX', scale: 1 }],
  ['size=bar&board=ex&scale=1.5', { size: 'bar', board: 'EX', scale: 1.5 }],
  ['size=huge&board=none&scale=1000', { size: 'card', board: 'HardEX', scale: 1 }],
  ['board=money&scale=', { size: 'card', board: 'ITG', scale: 1 }],
])('the address with %j makes an overlay of %j', (query, look) => {
  expect(overlayLook(new URLSearchParams(query))).toEqual(look)
})

it("an overlay's look round-trips through its URL", () => {
  const address = overlayAddress('ada', { size: 'bar', board: 'HardEX', theme: 'winter' })
  expect(address).toBe('/overlay/ada?size=bar&board=hex&theme=winter')
  const { searchParams } = new URL(address, 'http://site')
  expect(overlayLook(searchParams)).toEqual({ size: 'bar', board: 'HardEX', scale: 1 })
})
