import { firstRules, originalRules } from '@stepledger/contracts/rules/first-rules.ts'
import { describe, expect, it } from 'vitest'
import { playToScoreOf, times } from '../../tests/generators/play-to-score.ts'
import { isAtLeast, reasonsAgainst } from './eligibility.ts'
import type { PlayToScore } from './play-to-score.ts'
import { compileRules } from './score-play.ts'

const rows = times(12, 0.01)
const codes = (otherwise: Partial<PlayToScore>, rules = firstRules) =>
  reasonsAgainst(playToScoreOf(rows, otherwise), rules).map((r) => r.code)

describe('a play is on the boards', () => {
  it('when it was passed at rate 1, by hand, and sent by a client new enough', () => {
    expect(codes({})).toEqual([])
    expect(codes({ bodyVersion: '1.10' })).toEqual([])
    expect(codes({ autoplay: null }, originalRules)).toEqual([])
    expect(codes({ lifeRanOut: false })).toEqual([])
    expect(codes({ lifeRanOut: true }, originalRules)).toEqual([])
  })

  it('explains each reason in a sentence', () => {
    expect(codes({ bodyVersion: '1.1' })).toEqual(['body-version'])
    expect(codes({ rate: 1.05 })).toEqual(['rate'])
    expect(codes({ rate: null })).toEqual(['rate-unknown'])
    expect(codes({ autoplay: true })).toEqual(['autoplay'])
    expect(codes({ autoplay: null })).toEqual(['autoplay-unknown'])
    expect(codes({ autoplay: null, autoplayUnknown: true }, originalRules)).toEqual(['autoplay-unknown'])
    expect(codes({ lifeRanOut: true })).toEqual(['life-ran-out'])
    expect(codes({ passed: false, lifeRanOut: true })).toEqual(['failed'])
    expect(codes({ passed: false })).toEqual(['failed'])
    expect(codes({ passed: null })).toEqual(['passed-unknown'])
    expect(codes({ bodyVersion: '1.0', rate: null, passed: null })).toEqual([
      'body-version',
      'rate-unknown',
      'passed-unknown',
    ])
    const scored = compileRules(firstRules).score(
      playToScoreOf(rows, { rate: 2, autoplay: null, lifeRanOut: true }),
    )
    expect(scored.eligible).toBe(false)
    for (const { text } of scored.reasons) expect(text).toMatch(/^[A-Z].+\.$/)
  })

  it('as the rules say, not as this code does', () => {
    const open = {
      ...firstRules,
      eligibility: {
        ...originalRules.eligibility,
        minBodyVersion: '1.0',
        rate: 1.5,
        autoplay: true,
        failed: true,
      },
    }
    expect(codes({ bodyVersion: '1.0', rate: 1.5, autoplay: true, passed: false }, open)).toEqual([])
    expect(codes({ bodyVersion: '1.0', rate: 1.5, passed: null, autoplayUnknown: true }, open)).toEqual([])
    expect(
      codes(
        { rate: 1.5, lifeRanOut: true },
        { ...open, eligibility: { ...open.eligibility, lifeRanOut: false } },
      ),
    ).toEqual([])
    expect(codes({ rate: 1 }, open)).toEqual(['rate'])
  })
})

describe('a play on a chart that a pack has brought', () => {
  const counts = [
    { rows: 40, holds: 3, rolls: 2, mines: 1 },
    { rows: 12, holds: 3, rolls: 2, mines: 1 },
  ]
  const radar = { holds: [0, 3], rolls: [0, 2], mines: [0, 1] } as const

  it('must fit the counts of any simfile of that hash', () => {
    expect(codes({ counts, radar })).toEqual([])
    expect(codes({ counts: [{ rows: 13, holds: 3, rolls: 2, mines: 1 }], radar })).toEqual(['chart-mismatch'])
    for (const wrong of [{ holds: [3, 4] }, { rolls: [0, 1] }, { mines: [1, 2] }] as const)
      expect(codes({ counts, radar: { ...radar, ...wrong } })).toEqual(['chart-mismatch'])
  })

  it('may have stopped earlier only when it was failed', () => {
    const longer = counts.slice(0, 1)
    expect(codes({ counts: longer, radar, passed: false })).toEqual(['failed'])
    expect(codes({ counts: longer, radar, passed: true })).toEqual(['chart-mismatch'])
    const shorter = [{ rows: 11, holds: 3, rolls: 2, mines: 1 }]
    expect(codes({ counts: shorter, radar, passed: false })).toEqual(['failed', 'chart-mismatch'])
  })

  it('reports 999 for any higher count', () => {
    const many = [{ rows: 12, holds: 1500, rolls: 999, mines: 4000 }]
    expect(codes({ counts: many, radar: { holds: [9, 999], rolls: [9, 999], mines: [9, 999] } })).toEqual([])
    expect(codes({ counts: many, radar: { holds: [9, 998], rolls: [9, 999], mines: [9, 999] } })).toEqual([
      'chart-mismatch',
    ])
    const few = [{ rows: 12, holds: 998, rolls: 999, mines: 999 }]
    expect(codes({ counts: few, radar: { holds: [9, 999], rolls: [9, 999], mines: [9, 999] } })).toEqual([
      'chart-mismatch',
    ])
  })

  it('is no longer provisional, and keeps its score though it does not fit', () => {
    const scorer = compileRules(firstRules)
    const unknown = scorer.score(playToScoreOf(rows))
    const mismatched = scorer.score(playToScoreOf(rows, { counts }))
    expect([unknown.provisional, mismatched.provisional]).toEqual([true, false])
    expect([unknown.eligible, mismatched.eligible]).toEqual([true, false])
    expect(mismatched.systems).toEqual(unknown.systems)
  })
})

describe('body versions', () => {
  it('compare by number, part by part', () => {
    expect(isAtLeast('1.2', '1.2')).toBe(true)
    expect(isAtLeast('1.10', '1.2')).toBe(true)
    expect(isAtLeast('2', '1.2')).toBe(true)
    expect(isAtLeast('1.2.0', '1.2')).toBe(true)
    expect(isAtLeast('1', '1.2')).toBe(false)
    expect(isAtLeast('1.1.9', '1.2')).toBe(false)
    expect(isAtLeast('', '1.2')).toBe(false)
    expect(isAtLeast('newest', '1.2')).toBe(false)
    expect(isAtLeast('1.2-beta', '1.2')).toBe(false)
  })
})
