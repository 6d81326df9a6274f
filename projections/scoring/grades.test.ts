import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { describe, expect, it } from 'vitest'
import { playToScoreOf, times } from '../../tests/generators/play-to-score.ts'
import { bestGradeRule, gradeLadders } from './grades.ts'
import { compileRules } from './score-play.ts'

const ladders = gradeLadders(firstRules)
const gradesOf = (hardEx: number, ex: number, itg: number) =>
  ladders.map((ladder) => bestGradeRule(ladder, [hardEx, ex, itg])?.grade)

describe('the grade of a passed play', () => {
  it('comes from the ITG percent on every board', () => {
    for (const [i, { grade, hundredths }] of firstRules.grades.entries()) {
      expect(gradesOf(0, 9999, hundredths)).toEqual([grade, grade, grade])
      const below = firstRules.grades[i + 1]?.grade
      if (below) expect(gradesOf(9999, 0, hundredths - 1)).toEqual([below, below, below])
    }
    expect(gradesOf(0, 0, 0)).toEqual(['D', 'D', 'D'])
  })

  it('is quint for a perfect EX, on the boards that are as strict', () => {
    expect(gradesOf(9999, 10_000, 10_000)).toEqual(['quint', 'quint', 'quad'])
  })

  it('is sext for a perfect HardEX, on that board alone', () => {
    expect(gradesOf(10_000, 10_000, 10_000)).toEqual(['sext', 'quint', 'quad'])
  })

  it('is reached by plays: the wider the offsets, the lower', () => {
    const scorer = compileRules(firstRules)
    const grades = (offset: number) =>
      scorer.score(playToScoreOf(times(7, offset))).systems.map((s) => s.grade)
    expect(grades(0.01)).toEqual(['sext', 'quint', 'quad'])
    expect(grades(0.015)).toEqual(['quint', 'quint', 'quad'])
    expect(grades(0.023)).toEqual(['quad', 'quad', 'quad'])
    expect(grades(0.0445)).toEqual(['A-', 'A-', 'A-'])
  })
})
