import { describe, expect, it } from 'vitest'
import { playAge, playedAt } from './played-at.ts'

const received = Date.parse('2025-11-20T12:00:00Z')
const at = (pendingDate: string | null, zone: string | null) =>
  new Date(playedAt(pendingDate, zone, received)).toISOString()

describe('when a play was played', () => {
  it.each([
    ['sent at once', null, 'Europe/Berlin', '2025-11-20T12:00:00.000Z'],
    ['sent late, in winter', '2025-11-19T20:30:00', 'Europe/Berlin', '2025-11-19T19:30:00.000Z'],
    ['sent late, in summer', '2025-07-01T20:30:00', 'Europe/Berlin', '2025-07-01T18:30:00.000Z'],
    ['on the other side of the world', '2025-07-01T20:30:00', 'Pacific/Auckland', '2025-07-01T08:30:00.000Z'],
    [
      'in an hour that the clock repeats: the earlier one',
      '2025-10-26T02:30:00',
      'Europe/Berlin',
      '2025-10-26T00:30:00.000Z',
    ],
    [
      'in an hour that the clock skips: one hour later',
      '2025-03-30T02:30:00',
      'Europe/Berlin',
      '2025-03-30T01:30:00.000Z',
    ],
    ['without a zone: UTC', '2025-07-01T20:30:00', null, '2025-07-01T20:30:00.000Z'],
    ['in an unknown zone: UTC', '2025-07-01T20:30:00', 'Mars/Olympus', '2025-07-01T20:30:00.000Z'],
    [
      'long ago: no advantage, as ties are broken by the time received',
      '1999-01-01T00:00:00',
      'UTC',
      '1999-01-01T00:00:00.000Z',
    ],
    ['in the future: the time received', '2031-01-01T00:00:00', 'UTC', '2025-11-20T12:00:00.000Z'],
    ['past in its zone, future in UTC', '2025-11-20T12:30:00', 'Europe/Berlin', '2025-11-20T11:30:00.000Z'],
    ['malformed: the time received', 'yesterday', 'UTC', '2025-11-20T12:00:00.000Z'],
    ['a day that does not exist', '2025-02-30T12:00:00', 'UTC', '2025-11-20T12:00:00.000Z'],
    ['an hour that does not exist', '2025-02-20T25:00:00', 'UTC', '2025-11-20T12:00:00.000Z'],
    ['with a zone suffix', '2025-02-20T12:00:00Z', 'UTC', '2025-11-20T12:00:00.000Z'],
    ['an empty string', '', 'UTC', '2025-11-20T12:00:00.000Z'],
  ])('%s', (_, pendingDate, zone, expected) => {
    expect(at(pendingDate, zone)).toBe(expected)
  })
})

describe('the age of a play', () => {
  it.each([
    ['3600', 3600],
    ['0.5', 0.5],
    [90, 90],
    ['-1', null],
    [-1, null],
    ['1e9', null],
    [1e300, null],
    [Number.NaN, null],
    ['an hour', null],
    [undefined, null],
    [['1'], null],
  ])('stated as %j is %j', (value, age) => {
    expect(playAge(value)).toBe(age)
  })
})
