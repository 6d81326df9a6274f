import { firstRules, originalRules } from '@stepledger/contracts/rules/first-rules.ts'
import { describe, expect, it } from 'vitest'
import { engineSystems, gradeRows, otherRows, weightRows, whatCounts } from './scoring-section.tsx'

describe('the rules on the help page', () => {
  it('list the weights per offset and system', () => {
    expect(
      weightRows(firstRules).map(({ within, judgment, weights }) => [within, judgment, ...weights]),
    ).toEqual([
      ['10 ms', 'Fantastic', '3.5', '–', '–'],
      ['15 ms', 'Fantastic', '–', '3.5', '–'],
      ['23 ms', 'Fantastic', '3', '3', '5'],
      ['44.5 ms', 'Excellent', '1', '2', '4'],
      ['103.5 ms', 'Great', '0', '1', '2'],
      ['136.5 ms', 'Decent', '0', '0', '0'],
      ['181.5 ms', 'Way Off', '0', '0', '−6'],
      ['beyond 181.5 ms', 'Miss', '0', '0', '−12'],
    ])
    expect(otherRows(firstRules)).toEqual([
      { what: 'Hold or roll held', weights: ['1', '1', '5'] },
      { what: 'Mine hit', weights: ['−1', '−1', '−6'] },
    ])
  })

  it('list all grades with their minimum', () => {
    const rows = gradeRows(firstRules).map(({ grade, from }) => `${grade}: ${from}`)
    expect(rows.slice(0, 4)).toEqual(['sext: 100% HardEX', 'quint: 100% EX', 'quad: 100%', 'tristar: 99%'])
    expect(rows.slice(-3)).toEqual(['C-: 55%', 'D: passed', 'F: failed'])
  })

  it("say what is ranked, and whose percentage is the game's", () => {
    expect(whatCounts(firstRules)).toEqual([
      'passed without the life bar running out',
      'at music rate 1',
      'without autoplay',
      'sent in body version 1.2 or newer',
    ])
    expect(whatCounts(originalRules)[0]).toBe('passed')
    expect([engineSystems(firstRules), engineSystems(originalRules)]).toEqual(['ITG', null])
  })

  it('follow changed rules', () => {
    const [hardEx, ...others] = firstRules.systems
    if (!hardEx) throw new Error('no system')
    const systems = [{ ...hardEx, letGo: -0.5, windows: hardEx.windows.slice(1) }, ...others]
    const eligibility = { ...firstRules.eligibility, minBodyVersion: '1.4', autoplay: true, failed: true }
    expect(weightRows({ systems })[0]?.within).toBe('15 ms')
    expect(otherRows({ systems })[1]).toEqual({ what: 'Hold or roll dropped', weights: ['−0.5', '0', '0'] })
    expect(whatCounts({ eligibility })).toEqual([
      'passed or failed',
      'at music rate 1',
      'sent in body version 1.4 or newer',
    ])
  })
})
