import { describe, expect, it } from 'vitest'
import type { NewEvent } from '../../platform/ledger/ledger.ts'
import { type HistoryEvent, history } from './history.ts'
import { maker, piecePlays } from './maker.ts'

const seeding = {
  plays: 20_000,
  charts: 300,
  players: 800,
  hotChartPlays: 1_500,
  seed: 1,
  after: 0,
  until: Date.UTC(2026, 5, 1),
}
const playsIn = (deeds: readonly HistoryEvent[]) =>
  deeds.flatMap((deed) => (deed.kind === 'play' ? [deed] : []))
const byCount = (numbers: readonly number[]) => {
  const counts = new Map<number, number>()
  for (const n of numbers) counts.set(n, (counts.get(n) ?? 0) + 1)
  return counts
}

describe('a seeded history', () => {
  const deeds = [...history(seeding, 500)].flat()
  const plays = playsIn(deeds)

  it('has as many plays as asked for, exactly this many of them on the hot chart, numbered in the order of time', () => {
    expect(plays.map(({ play }) => play)).toEqual(Array.from({ length: 20_000 }, (_, i) => i))
    expect(plays.filter(({ chart }) => chart === 0)).toHaveLength(1_500)
    expect(plays.every(({ at }, i) => at >= (plays[i - 1]?.at ?? 0))).toBe(true)
    expect(plays.at(-1)?.at).toBe(seeding.until)
  })

  it('plays popular charts most, by players who come for an evening and are at one pad at a time', () => {
    const onChart = byCount(plays.map(({ chart }) => chart))
    const top = [1, 2, 3].map((chart) => onChart.get(chart) ?? 0)
    expect(top[0]).toBeGreaterThan((top[2] ?? 0) * 2)
    expect(onChart.size).toBeGreaterThan(280)
    expect(byCount(plays.map(({ player }) => player)).size).toBeGreaterThan(600)
    for (const [i, { player }] of plays.entries())
      expect(plays.slice(i + 1, i + 4).map((play) => play.player)).not.toContain(player)
  })

  it('has withdrawals of plays that were made by the same player before, and rivals that are others', () => {
    const withdrawn = deeds.flatMap((deed) => (deed.kind === 'withdraw' ? [deed] : []))
    expect(withdrawn.length).toBeGreaterThan(20)
    for (const deed of withdrawn) expect(plays[deed.play]?.player).toBe(deed.player)
    const follows = deeds.flatMap((deed) => (deed.kind === 'follow' ? [deed] : []))
    expect(follows.length).toBeGreaterThan(50)
    for (const { player, rival } of follows) expect(rival).not.toBe(player)
  })

  it('is another one for another seed, and goes on otherwise after other plays', () => {
    const some = (others: Partial<typeof seeding>) => [...history({ ...seeding, plays: 50, ...others }, 50)]
    expect(some({})).toEqual(some({}))
    expect(some({ seed: 2 })).not.toEqual(some({}))
    expect(some({ after: 50 })).not.toEqual(some({}))
  })
})

it('is the same, whichever worker makes which piece of it', async () => {
  const small = { ...seeding, plays: piecePlays * 3 + 7 }
  const idsOf = (piece: number) => Array.from({ length: piecePlays }, (_, i) => piece * piecePlays + i + 1)
  const alone = maker(small)
  const [even, odd] = [maker(small), maker(small)]
  const bytesOf = (events: readonly NewEvent[]) =>
    events.map(({ key, bytes }) => [key, Buffer.from(bytes).toString('base64')])

  for (const piece of [0, 1, 2, 3]) {
    const events = await alone.make(piece, idsOf(piece))
    expect(bytesOf(await (piece % 2 === 0 ? even : odd).make(piece, idsOf(piece)))).toEqual(bytesOf(events))
    expect(events.length).toBeGreaterThanOrEqual(piece < 3 ? piecePlays : 7)
  }
})
