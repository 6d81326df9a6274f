import { expect, it } from 'vitest'
import { heldFor } from './leaderboards.tsx'

it('says for how long a place was held, in one unit', () => {
  const hour = 3_600_000
  expect([0, 59_999, 60_000, 2 * hour - 1, 47 * hour, 48 * hour, 24 * hour * 1234].map(heldFor)).toEqual([
    'under a minute',
    'under a minute',
    '1 minute',
    '1 hour',
    '1 day',
    '2 days',
    '1,234 days',
  ])
})
