import { describe, expect, it } from 'vitest'
import { firstRules } from './first-rules.ts'
import { rules } from './rules.ts'
import { type ScoringSystem, scoringSystem } from './scoring-system.ts'

const [hardEx] = firstRules.systems
if (!hardEx) throw new Error('the first rules have no system')
const [tightest, ...wider] = hardEx.windows
if (!tightest) throw new Error('the first system has no window')

const problemOf = (otherwise: Partial<ScoringSystem>) => {
  const issue = scoringSystem.safeParse({ ...hardEx, ...otherwise }).error?.issues[0]
  return issue && `${issue.path.join('.')}: ${issue.message}`
}

describe('rules', () => {
  it('the first ones are valid', () => {
    expect(rules.parse(firstRules)).toEqual(firstRules)
  })

  it('must name systems that exist, and each once', () => {
    expect(rules.safeParse({ ...firstRules, gradesFrom: 'Money' }).success).toBe(false)
    expect(rules.safeParse({ ...firstRules, systems: [hardEx, hardEx] }).success).toBe(false)
  })
})

describe('a scoring system', () => {
  it('must weigh a better judgment no less than a worse one', () => {
    expect(problemOf({ windows: [{ ...tightest, weight: 2 }, ...wider] })).toBe(
      'windows: a wider window must not weigh more',
    )
    const [itg] = firstRules.systems.slice(-1)
    expect(problemOf({ windows: itg?.windows ?? [], miss: -5 })).toBe(
      'miss: must not weigh more than the widest window',
    )
    expect(problemOf({ letGo: 1.5 })).toBe('letGo: must not weigh more than held')
  })

  it('must have something to earn', () => {
    expect(problemOf({ windows: [{ ...tightest, weight: 0 }] })).toBe(
      'windows: the tightest must weigh more than 0',
    )
  })

  it('has windows that widen, each with its own judgment, none of them Miss', () => {
    expect(problemOf({ windows: [tightest, tightest] })).toBe('windows: windows must widen')
    expect(problemOf({ windows: [tightest, { ...tightest, seconds: 0.5 }] })).toBe(
      'windows: judgments must differ',
    )
    expect(problemOf({ windows: [{ ...tightest, judgment: 'Miss' }] })).toBe(
      'windows: Miss is what no window takes',
    )
  })

  it('has weights of at most three decimals', () => {
    expect(problemOf({ held: 0.125 })).toBeUndefined()
    expect(problemOf({ held: 0.0625 })).toBe('held: must have at most three decimals')
  })
})
