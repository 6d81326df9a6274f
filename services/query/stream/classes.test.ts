import { fewestPlayers, minCounted } from '@stepledger/contracts/analysis/anonymity.ts'
import { noiseOfKey } from '@stepledger/contracts/analysis/noise.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HourPlay, publishable } from './classes.ts'

const chart = '00000000000000aa'
const play = (player: string, other: Partial<HourPlay> = {}): HourPlay => ({
  player,
  chart,
  stepsType: 'dance-single',
  meter: 12,
  passed: true,
  ranked: true,
  ex: 95,
  ...other,
})
const players = (count: number) => Array.from({ length: count }, (_, i) => `player ${i}`)
const silent = () => 0
const looks = { stepsType: 'dance-single', meter: 12, ranked: true, rate: null, hardEx: null, itg: null }
const ofChart = { ...looks, chart, passed: null, ex: null }
const ofMeter = { ...looks, chart: null, passed: true, ex: 95 }

describe('the published counts of an hour', () => {
  it('are players by chart, and players by result and meter, from 25 on', () => {
    const on = (other: string, count: number) =>
      players(count).map((player) => play(`${other} ${player}`, { chart: other }))
    expect(publishable(1, on(chart, minCounted), silent)).toEqual([
      { ...ofChart, plays: minCounted },
      { ...ofMeter, plays: minCounted },
    ])
    // Too few players by chart may be enough by meter.
    expect(publishable(1, [...on(chart, 20), ...on('00000000000000bb', 20)], silent)).toEqual([
      { ...ofMeter, plays: 40 },
    ])
  })

  it('count a player with ten plays once', () => {
    const often = Array.from({ length: 10 }, () => play('player 0'))
    const plays = [...often, ...players(30).map((player) => play(player))]
    expect(publishable(1, plays, silent).map(({ plays: counted }) => counted)).toEqual([30, 30])
  })

  it('contain no class of fewer than five players, whatever the noise', () => {
    const some = players(fewestPlayers - 1).map((player) => play(player))
    expect(publishable(1, some, () => 1_000)).toEqual([])
  })

  it('have noise that is constant for the same players, so that repeated reads reveal nothing', () => {
    const all = players(60).map((player) => play(player))
    const noise = noiseOfKey('a key')
    expect(publishable(1, all.toReversed(), noise)).toEqual(publishable(1, all, noise))
    const counts = Array.from({ length: 400 }, (_, hour) => publishable(hour, all, noise)[0]?.plays ?? 0)
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
    const spread = Math.sqrt(counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length)
    expect(Math.abs(mean - 60)).toBeLessThan(1)
    expect(Math.abs(spread - 5)).toBeLessThan(0.8)
  })

  it('do not reveal the presence of a player to an attacker with all other plays', () => {
    let right = 0
    const hours = 2_000
    for (let hour = 0; hour < hours; hour++) {
      const isIn = hour % 2 === 0
      const all = players(isIn ? 41 : 40).map((player) => play(player))
      const noise = noiseOfKey(`key ${hour}`)
      const [byChart, byMeter] = publishable(hour, all, noise)
      const guess = (byChart?.plays ?? 0) + (byMeter?.plays ?? 0) > 81
      right += guess === isIn ? 1 : 0
    }
    expect(right / hours).toBeLessThan(0.6)
  })

  it('contain no data of a player, and only the listed fields', () => {
    const hour = fc.array(
      fc.record({
        player: fc.constantFrom(...players(40)),
        chart: fc.constantFrom(chart, '00000000000000bb'),
        stepsType: fc.constant('dance-single'),
        meter: fc.constantFrom(12, null),
        passed: fc.constantFrom(true, false, null),
        ranked: fc.boolean(),
        ex: fc.integer({ min: 94, max: 96 }),
      }),
      { maxLength: 200 },
    )
    fc.assert(
      fc.property(hour, (plays) => {
        for (const row of publishable(1, plays, silent)) {
          expect(Object.keys(row).sort()).toEqual([...Object.keys(ofChart), 'plays'].sort())
          expect([row.rate, row.hardEx, row.itg]).toEqual([null, null, null])
          expect(row.chart === null ? (row.ex ?? 0) % 5 : row.ex).toBe(row.chart === null ? 0 : null)
        }
      }),
      { numRuns: 30 },
    )
  })
})
