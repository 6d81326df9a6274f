import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { readSimfile } from '@stepledger/services/catalogue/simfile/read-simfile.ts'
import { describe, expect, it } from 'vitest'
import { generatedChart, simfileOf } from './chart.ts'
import { playBody } from './play-body.ts'
import { bytesOf } from './simfile.ts'

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

  it('are valid in every version, also failed and at another rate', () => {
    const versions = ['1.0', '1.1', '1.2', '1.3', '1.4'] as const
    for (const [seed, version] of versions.entries()) {
      const body = playBody({ seed, version, failsAt: 0.5, rate: 1.1 })
      const outcome = readPlayBody(body, body.hash)
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
      const { known } = outcome.body
      expect(outcome.body.version).toBe(version)
      expect(known.musicRate).toBe(version < '1.1' ? null : 1.1)
      expect(known.passed).toBe(version < '1.2' ? null : false)
    }
  })
})

describe('generated charts', () => {
  it.each([undefined, 1, 5, 60])('of %s rows have the hash and counts of their simfiles', (rows) => {
    for (let seed = 0; seed < 20; seed++) {
      const chart = generatedChart({ seed, ...(rows === undefined ? {} : { rows }) })
      const [read] = readSimfile(bytesOf(simfileOf(chart)), 'ssc').charts
      const { hash, holds, rolls, mines, times, meter } = chart
      expect(read).toMatchObject({
        hash: { hash },
        meter,
        counts: { rows: times.length, holds, rolls, mines },
      })
    }
  })
})
