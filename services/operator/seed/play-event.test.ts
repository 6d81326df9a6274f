import { decodeEvent, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { fingerprint } from '@stepledger/contracts/play/fingerprint.ts'
import { packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { unseal } from '@stepledger/contracts/play/sealing.ts'
import { unpackPlay } from '@stepledger/contracts/play/unpack-play.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import { compileRules } from '@stepledger/projections/scoring/score-play.ts'
import { describe, expect, it } from 'vitest'
import { eventMaker } from './events.ts'
import { history } from './history.ts'
import { seededPlayer } from './seeded-player.ts'

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
      ? [{ bytes, event, player: seededPlayer(seeding.seed, action.player) }]
      : []
  })
}

describe('seeded plays', () => {
  const plays = generatedPlays()

  it('have the same bytes as events that ingest creates from their bodies', () => {
    for (const { bytes, event, player } of plays) {
      const { playId, fingerprint: _, playKey, playedAt, sealed, ...data } = event.data
      const rest = unseal(sealed, player.sealingKey)
      const sent: unknown = JSON.parse(JSON.stringify(unpackPlay(data, rest)))
      if (typeof sent !== 'object' || sent === null) throw new Error('no body')
      const read = readPlayBody({ ...sent }, data.chart)
      if (!read.ok) throw new Error(JSON.stringify(read.problems))

      const packed = packPlay(read.body)
      const again = encodeEvent(playSubmitted, {
        ...event,
        data: { ...packed.data, playId, fingerprint: fingerprint(read.body), playKey, playedAt, sealed },
      })
      expect(again.equals(bytes)).toBe(true)
      expect(JSON.parse(packed.rest)).toEqual(JSON.parse(rest))
    }
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
