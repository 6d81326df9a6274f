import { itemAt } from '@stepledger/contracts/item-at.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { expect, it } from 'vitest'
import { gradeLadders } from '../scoring/grades.ts'
import { gradeAbove } from './suggestions.ts'

const [hardEx, , itg] = gradeLadders(firstRules).map((ladder) => ladder)
if (!hardEx || !itg) throw new Error('no ladders')

it.each([
  ['S', [70_00, 80_00, 93_65], { grade: 'S+', missing: 35 }],
  ['star', [90_00, 95_00, 97_99], { grade: 'twostar', missing: 1 }],
  // Grades above 100 % ITG depend on another system.
  ['quad', [97_00, 99_50, 100_00], { grade: 'quint', missing: 50 }],
  ['quint', [98_76, 100_00, 100_00], { grade: 'sext', missing: 124 }],
] as const)('%s of a HardEX board: the next grade and what it misses', (grade, hundredths, expected) => {
  expect(gradeAbove(hardEx, grade, hundredths)).toMatchObject(expected)
})

it('names the system that awards it', () => {
  expect(itemAt(firstRules.systems, gradeAbove(hardEx, 'S', [1, 2, 93_65])?.system ?? 0).name).toBe('ITG')
})

it('the best grade has none above', () => {
  expect(gradeAbove(hardEx, 'sext', [100_00, 100_00, 100_00])).toBeNull()
  expect(gradeAbove(itg, 'quad', [100_00, 100_00, 100_00])).toBeNull()
})
