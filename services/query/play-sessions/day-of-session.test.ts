import { describe, expect, it } from 'vitest'
import { dayOfSession } from './day-of-session.ts'

const at = (time: string) => Date.parse(time)

describe('the day of a session', () => {
  it('is that of the player’s time zone', () => {
    const saturday = at('2026-12-12T01:30:00Z')
    expect(dayOfSession(saturday, 'America/New_York')).toEqual({ date: '2026-12-11', part: 'evening' })
    expect(dayOfSession(saturday, 'Asia/Tokyo')).toEqual({ date: '2026-12-12', part: 'morning' })
  })

  it('is that of UTC for an unknown zone', () => {
    const noon = at('2026-12-11T12:00:00Z')
    for (const zone of [null, 'Nowhere/Land'])
      expect(dayOfSession(noon, zone)).toEqual({ date: '2026-12-11', part: 'afternoon' })
  })

  it('is the day before for a night that begins after midnight', () => {
    expect(dayOfSession(at('2026-12-12T04:59:00Z'), null)).toEqual({ date: '2026-12-11', part: 'night' })
    expect(dayOfSession(at('2026-12-12T05:00:00Z'), null)).toEqual({ date: '2026-12-12', part: 'morning' })
  })
})
