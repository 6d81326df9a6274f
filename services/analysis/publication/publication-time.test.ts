import { describe, expect, it } from 'vitest'
import { nextPublication } from '../publish-daily.ts'

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`)

describe('the next publication', () => {
  it.each([
    ['later the same day', '22T03:59', '22T04:00'],
    ['the next day', '22T04:01', '23T04:00'],
    ['a day later where the last one was made in that very moment', '22T04:00', '23T04:00'],
    ['in the past where one was missed, which makes it due at once', '20T04:03', '21T04:00'],
  ])('is %s', (_when, after, next) => {
    expect(nextPublication(4 * 60, at(after))).toBe(at(next))
  })

  it('goes by UTC at midnight, too', () => {
    expect(nextPublication(0, at('22T12:00'))).toBe(at('23T00:00'))
  })
})
