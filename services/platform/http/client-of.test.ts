import { describe, expect, it } from 'vitest'
import { clientOf } from './client-of.ts'

describe('the client of a request', () => {
  it.each([
    ['ITGmania/1.0.1', undefined, 'ITGmania 1.0.1'],
    ['ITGmania/1.0.1', '1.2.0 (ITGmania 1.0.1; Simply Love)', 'ITGmania 1.0.1, module 1.2.0'],
    ['curl/8.5.0 and more', undefined, 'curl 8.5.0'],
    [undefined, '1.2.0', 'module 1.2.0'],
    [undefined, '1.2.0<b>', null],
    ['<script>/1', undefined, null],
    [`${'x'.repeat(41)}/1`, undefined, null],
    ['no product', '', null],
    [undefined, undefined, null],
  ])('with User-Agent %j and Stepledger-Client %j is %j', (game, module, client) => {
    expect(clientOf({ 'user-agent': game, 'stepledger-client': module })).toBe(client)
  })
})
