import { expect, it } from 'vitest'
import { nextVisits } from './for-you.tsx'

const minute = 60_000
const day = 24 * 60 * minute

it('a first visit looks back a week', () => {
  expect(nextVisits(null, 10 * day)).toEqual({ last: 10 * day, before: 3 * day })
  expect(nextVisits('nonsense', 10 * day)).toEqual({ last: 10 * day, before: 3 * day })
})

it('pages within half an hour are one visit, and look back to the same moment', () => {
  const first = nextVisits(null, 10 * day)
  const second = nextVisits(`${first.last} ${first.before}`, 10 * day + 20 * minute)
  expect(second.before).toBe(first.before)
  const third = nextVisits(`${second.last} ${second.before}`, 11 * day)
  expect(third).toEqual({ last: 11 * day, before: second.last })
})
