import { expect, it } from 'vitest'
import { networkOf } from './authenticate-token.ts'

it.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:7:1:aaaa:bbbb:cccc:dddd', '2001:db8:7::'],
  ['2001:0db8::1', '2001:db8:0::'],
  ['::1', '0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0::'],
  ['somewhere', null],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
