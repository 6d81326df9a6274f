import { expect, it } from 'vitest'
import { defaultCompetition } from './default-competition.ts'

const day = 86_400_000
const now = 100 * day
const event = (slug: string, phase: 'before' | 'running' | 'over', start: number, end: number) => ({
  slug,
  phase,
  start: start * day,
  end: end * day,
  isOfSite: true,
})
const over = event('over', 'over', 10, 50)
const recent = event('recent', 'over', 50, 95)
const running = event('running', 'running', 80, 120)
const ofPlayer = { ...event('of a player', 'running', 1, 120), isOfSite: false }
const next = event('next', 'before', 130, 150)
const later = event('later', 'before', 140, 160)

it.each([
  ['the running one of the site', [ofPlayer, later, next, running, recent, over], 'running'],
  ['one that ended lately', [later, next, recent, over], 'recent'],
  ['the next one', [later, next, over], 'next'],
  ['the last one', [over], 'over'],
  ['none', [], undefined],
])('the competition that is shown by default is %s', (_, events, slug) => {
  expect(defaultCompetition(events, now)?.slug).toBe(slug)
})
