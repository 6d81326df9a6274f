import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { describe, expect, it } from 'vitest'
import { generatedChart } from './chart.ts'
import { playBody } from './play-body.ts'
import { session } from './play-session.ts'
import { seeded } from './random.ts'

describe('generated plays', () => {
  it('are deterministic by seed', () => {
    expect(playBody({ seed: 1 })).toEqual(playBody({ seed: 1 }))
    expect(playBody({ seed: 1 })).not.toEqual(playBody({ seed: 2 }))
  })

  it('of one chart have the same rows and counts', () => {
    const chart = generatedChart({ seed: 3 })
    const plays = [0.1, 0.9].map((skill, seed) => playBody({ seed, chart, skill }))
    for (const play of plays) {
      expect(play.hash).toBe(chart.hash)
      expect(play.timingData.length).toBe(chart.times.length)
      expect(play.radar.Holds[1]).toBe(chart.holds)
    }
  })

  it('of better players have smaller offsets and fewer misses', () => {
    const chart = generatedChart({ seed: 3 })
    const missesAt = (skill: number) =>
      playBody({ seed: 1, chart, skill }).timingData.filter(([, offset]) => offset === 'Miss').length
    expect(missesAt(0)).toBeGreaterThan(missesAt(0.9))
  })

  it('form sessions of valid bodies, with fails, rates and every version', () => {
    const random = seeded(11)
    const charts = [1, 2, 3].map((seed) => generatedChart({ seed }))
    const plays = Array.from({ length: 30 }, () => [...session(random, { charts, plays: 10 })]).flat()
    const versions = new Set<string>()
    for (const { body } of plays) {
      const outcome = readPlayBody(body, body.hash)
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
      versions.add(outcome.body.version)
    }
    expect([...versions].sort()).toEqual(['1.0', '1.1', '1.2', '1.3', '1.4'])
    expect(plays.some(({ body }) => body.passed === false)).toBe(true)
    expect(plays.some(({ body }) => body.musicRate !== undefined && body.musicRate !== 1)).toBe(true)
  })
})
