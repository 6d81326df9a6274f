import type { NewEvent } from '@stepledger/services/platform/ledger/ledger.ts'
import { describe, expect, it } from 'vitest'
import { chunkPlays, historyGenerator } from './generators.ts'
import { type HistoryEvent, history } from './history.ts'

const seeding = {
  plays: 20_000,
  charts: 300,
  players: 800,
  hotChartPlays: 1_500,
  seed: 1,
  after: 0,
  until: Date.UTC(2026, 5, 1),
}
const playsIn = (actions: readonly HistoryEvent[]) =>
  actions.flatMap((action) => (action.kind === 'play' ? [action] : []))
const byCount = (numbers: readonly number[]) => {
  const counts = new Map<number, number>()
  for (const n of numbers) counts.set(n, (counts.get(n) ?? 0) + 1)
  return counts
}

describe('a seeded history', () => {
  const actions = [...history(seeding, 500)].flat()
  const plays = playsIn(actions)

  it('has the requested number of plays, in total and on the hot chart, in order of time', () => {
    expect(plays.map(({ play }) => play)).toEqual(Array.from({ length: 20_000 }, (_, i) => i))
    expect(plays.filter(({ chart }) => chart === 0)).toHaveLength(1_500)
    expect(plays.every(({ at }, i) => at >= (plays[i - 1]?.at ?? 0))).toBe(true)
    expect(plays.at(-1)?.at).toBe(seeding.until)
  })

  it('has more plays on popular charts, and players at one pad at a time', () => {
    const onChart = byCount(plays.map(({ chart }) => chart))
    const top = [1, 2, 3].map((chart) => onChart.get(chart) ?? 0)
    expect(top[0]).toBeGreaterThan((top[2] ?? 0) * 2)
    expect(onChart.size).toBeGreaterThan(280)
    expect(byCount(plays.map(({ player }) => player)).size).toBeGreaterThan(600)
    for (const [i, { player }] of plays.entries())
      expect(plays.slice(i + 1, i + 4).map((play) => play.player)).not.toContain(player)
  })

  it('has withdrawals by the player of the play, and no players as their own rivals', () => {
    const withdrawn = actions.flatMap((action) => (action.kind === 'withdraw' ? [action] : []))
    expect(withdrawn.length).toBeGreaterThan(20)
    for (const action of withdrawn) expect(plays[action.play]?.player).toBe(action.player)
    const follows = actions.flatMap((action) => (action.kind === 'follow' ? [action] : []))
    expect(follows.length).toBeGreaterThan(50)
    for (const { player, rival } of follows) expect(rival).not.toBe(player)
  })

  it('depends on the seed and on the first play id', () => {
    const some = (others: Partial<typeof seeding>) => [...history({ ...seeding, plays: 50, ...others }, 50)]
    expect(some({})).toEqual(some({}))
    expect(some({ seed: 2 })).not.toEqual(some({}))
    expect(some({ after: 50 })).not.toEqual(some({}))
  })
})

it('a seeded history does not depend on the distribution of chunks over generators', async () => {
  const small = { ...seeding, plays: chunkPlays * 3 + 7 }
  const idsOf = (chunk: number) => Array.from({ length: chunkPlays }, (_, i) => chunk * chunkPlays + i + 1)
  const alone = historyGenerator(small)
  const [even, odd] = [historyGenerator(small), historyGenerator(small)]
  const bytesOf = (events: readonly NewEvent[]) =>
    events.map(({ key, bytes }) => [key, Buffer.from(bytes).toString('base64')])

  for (const chunk of [0, 1, 2, 3]) {
    const events = await alone.generate(chunk, idsOf(chunk))
    expect(bytesOf(await (chunk % 2 === 0 ? even : odd).generate(chunk, idsOf(chunk)))).toEqual(
      bytesOf(events),
    )
    expect(events.length).toBeGreaterThanOrEqual(chunk < 3 ? chunkPlays : 7)
  }
})
