import { expect, it } from 'vitest'
import { clockWasWrong, timeOfPlay } from './time-of-play.ts'

const at = Date.parse('2026-11-27T12:00:00Z')

it.each([
  ['1999-12-31T20:00:00Z', true, '2026-11-27T12:00:00Z'],
  ['2000-12-31T23:59:59Z', true, '2026-11-27T12:00:00Z'],
  ['2001-01-01T00:00:00Z', false, '2001-01-01T00:00:00Z'],
  ['2026-11-27T11:00:00Z', false, '2026-11-27T11:00:00Z'],
])('a play dated %s: the clock was wrong: %s, it was played %s', (dated, wrong, played) => {
  const event = { at, data: { playedAt: Date.parse(dated) } }
  expect([clockWasWrong(event), timeOfPlay(event)]).toEqual([wrong, Date.parse(played)])
})
