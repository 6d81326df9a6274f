import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { unseal } from '@stepledger/contracts/play/sealing.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { playToScore } from '@stepledger/projections/scoring/play-to-score.ts'
import { compileRules } from '@stepledger/projections/scoring/score-play.ts'
import { readSimfile } from '@stepledger/services/catalogue/simfile/read-simfile.ts'
import { describe, expect, it } from 'vitest'
import { simfileOf } from '../../tests/generators/chart.ts'
import { bytesOf } from '../../tests/generators/simfile.ts'
import { seededChart } from './charts.ts'
import { eventMaker } from './events.ts'
import { history } from './history.ts'
import { seededPlayer } from './players.ts'

const seeding = {
  plays: 600,
  charts: 40,
  players: 60,
  hotChartPlays: 100,
  seed: 5,
  after: 0,
  until: Date.UTC(2026, 5, 1),
}

function generatedPlays() {
  const eventOf = eventMaker(seeding)
  return [...history(seeding, 200)].flat().flatMap((action) => {
    const { bytes } = eventOf(action, (play) => play + 1)
    const event = decodeEvent(bytes)
    return event?.type === 'PlaySubmitted'
      ? [{ event, player: seededPlayer(seeding.seed, action.player) }]
      : []
  })
}

describe('seeded plays', () => {
  const plays = generatedPlays()

  it('have the rows and counts that the catalogue reads from the simfiles of their charts, under its hash', () => {
    const counts = new Map<string | null, ChartCounts>()
    for (let n = 0; n < seeding.charts; n += 2) {
      const text = simfileOf(seededChart(seeding.seed, n), seededChart(seeding.seed, n + 1))
      for (const chart of readSimfile(bytesOf(text), 'ssc').charts) counts.set(chart.hash.hash, chart.counts)
    }
    expect(counts.size).toBe(seeding.charts)
    for (const { event } of plays) {
      const { data } = event
      const { rows, holds, rolls, mines } = counts.get(data.chart) ?? {}
      expect(rows).toBeDefined()
      expect([data.radar.holds[1], data.radar.rolls[1], data.radar.mines[1]]).toEqual([holds, rolls, mines])
      if (data.passed) expect(data.rows.count).toBe(rows)
    }
  })

  it('are sealed with the keys of their players', () => {
    for (const { event, player } of plays.slice(0, 50))
      expect(unseal(event.data.sealed, player.sealingKey)).toContain('odyVersion')
  })

  it('vary in length, version, rate and score, and include failed plays', () => {
    const { score } = compileRules(firstRules)
    const rows = plays.map(({ event }) => event.data.rows.count)
    const whole = plays.flatMap(({ event }) => (event.data.passed ? [event.data.rows.count] : []))
    const scores = plays.map(({ event }) => score(playToScore(event.data, null)).systems[2]?.hundredths ?? 0)
    const share = (count: number) => count / plays.length
    const withVersion = (version: string) =>
      plays.filter(({ event }) => event.data.bodyVersion === version).length

    expect(plays).toHaveLength(600)
    expect(Math.min(...whole)).toBeGreaterThanOrEqual(400)
    expect(Math.max(...rows)).toBeLessThanOrEqual(1000)
    expect(Math.min(...scores)).toBeLessThan(6_000)
    expect(Math.max(...scores)).toBeGreaterThan(9_900)
    expect(share(plays.filter(({ event }) => event.data.passed === false).length)).toBeGreaterThan(0.02)
    expect(plays.some(({ event }) => event.data.rate !== 1 && event.data.rate !== null)).toBe(true)
    expect(share(withVersion('1.4'))).toBeGreaterThan(0.4)
    expect(withVersion('1.0') + withVersion('1.1')).toBeGreaterThan(0)
  })
})
