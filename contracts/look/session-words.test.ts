import { describe, expect, it } from 'vitest'
import { playTimeText, sessionDate, sessionName } from './session-words.ts'

describe('the words of a session', () => {
  it('name its day and the part of it', () => {
    const day = { date: '2026-12-11', part: 'evening' } as const
    expect(sessionName(day)).toBe('Friday Evening')
    expect(sessionDate(day)).toBe('Friday, December 11, 2026')
  })

  it('say how long was played', () => {
    expect([0, 89, 90, 3569, 3570, 3600 + 12 * 60].map(playTimeText)).toEqual([
      '1 min',
      '1 min',
      '2 min',
      '59 min',
      '1 h 00',
      '1 h 12',
    ])
  })
})
