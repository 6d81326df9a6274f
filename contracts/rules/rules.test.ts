import { describe, expect, it } from 'vitest'
import { differences } from './document-differences.ts'
import { firstRules, originalRules, successorOf } from './first-rules.ts'
import { grades } from './grade-names.ts'
import { maxGoals, rules, type ScoringSystem, scoringSystem } from './rules.ts'

const [hardEx] = firstRules.systems
if (!hardEx) throw new Error('the first rules have no system')
const [tightest, ...wider] = hardEx.windows
if (!tightest) throw new Error('the first system has no window')

const errorOf = (changes: Partial<ScoringSystem>) => {
  const issue = scoringSystem.safeParse({ ...hardEx, ...changes }).error?.issues[0]
  return issue && `${issue.path.join('.')}: ${issue.message}`
}

describe('rules', () => {
  it('of a new ledger are valid', () => {
    expect(rules.parse(firstRules)).toEqual(firstRules)
  })

  it('with an unknown or a repeated scoring system are rejected', () => {
    expect(rules.safeParse({ ...firstRules, gradesFrom: 'Money' }).success).toBe(false)
    expect(rules.safeParse({ ...firstRules, systems: [hardEx, hardEx] }).success).toBe(false)
  })

  it('from before there were milestones have none', () => {
    const { milestones: _, ...older } = firstRules
    expect(rules.parse(older).milestones).toEqual([])
  })

  it('from before there was a choice of arithmetic and of two conditions mean what they meant', () => {
    const { arithmetic: _, ...olderSystem } = hardEx
    const { autoplayMissing: __, lifeRanOut: ___, ...eligibility } = firstRules.eligibility
    const read = rules.parse({
      ...firstRules,
      gradesFrom: 'HardEX',
      systems: [{ ...olderSystem, grades: [] }],
      eligibility,
      milestones: [],
    })
    expect(read.systems[0]?.arithmetic).toBe('double')
    expect(read.eligibility).toMatchObject({ autoplayMissing: true, lifeRanOut: true })
  })

  it('have a successor, which is the one of a new ledger and changes nothing that an operator has changed', () => {
    expect(successorOf(firstRules)).toEqual(firstRules)
    expect(differences(originalRules, firstRules)).toEqual([
      'systems.ITG.arithmetic: "double" → "engine"',
      'eligibility.autoplayMissing: true → false',
      'eligibility.lifeRanOut: true → false',
    ])
    const own = { ...originalRules, title: 'Ours', failedGrade: 'D' as const }
    expect(successorOf(own)).toMatchObject({ title: 'Ours', failedGrade: 'D' })
  })

  it('must have milestones with distinct ids, of known kinds and systems, and few pairs of system and grade', () => {
    const errorWith = (milestones: readonly unknown[]) =>
      rules.safeParse({ ...firstRules, milestones }).error?.issues[0]?.message
    const star = { id: 'star', name: 'Star', kind: 'grade', system: 'ITG', grade: 'star' }
    expect(errorWith([star])).toBeUndefined()
    expect(errorWith([star, star])).toBe('ids must differ')
    expect(errorWith([{ ...star, kind: 'place' }])).toContain('Invalid')
    expect(errorWith([{ ...star, system: 'Money' }])).toBe('a milestone must name one of the systems')
    const each = grades
      .slice(0, maxGoals + 1)
      .map((grade) => ({ ...star, id: `grade-${grade.toLowerCase().replace('+', '-plus')}`, grade }))
    expect(errorWith(each)).toBe('must have at most 10 different pairs of system and grade')
  })
})

describe('a scoring system', () => {
  it('must not weight a worse judgment more than a better one', () => {
    expect(errorOf({ windows: [{ ...tightest, weight: 2 }, ...wider] })).toBe(
      'windows: a wider window must not weigh more',
    )
    const [itg] = firstRules.systems.slice(-1)
    expect(errorOf({ windows: itg?.windows ?? [], miss: -5 })).toBe(
      'miss: must not weigh more than the widest window',
    )
    expect(errorOf({ letGo: 1.5 })).toBe('letGo: must not weigh more than held')
  })

  it('must have a positive maximum weight', () => {
    expect(errorOf({ windows: [{ ...tightest, weight: 0 }] })).toBe(
      'windows: the tightest must weigh more than 0',
    )
  })

  it('must have windows of increasing width with distinct judgments other than Miss', () => {
    expect(errorOf({ windows: [tightest, tightest] })).toBe('windows: windows must widen')
    expect(errorOf({ windows: [tightest, { ...tightest, seconds: 0.5 }] })).toBe(
      'windows: judgments must differ',
    )
    expect(errorOf({ windows: [{ ...tightest, judgment: 'Miss' }] })).toBe(
      'windows: Miss is what no window takes',
    )
  })

  it('must have weights of at most three decimals', () => {
    expect(errorOf({ held: 0.125 })).toBeUndefined()
    expect(errorOf({ held: 0.0625 })).toBe('held: must have at most three decimals')
  })
})
