import { boardFrom } from '@stepledger/contracts/board-name.ts'
import { describe, expect, it } from 'vitest'
import { entryOf } from './board-name.ts'

describe('names of boards', () => {
  it('are matched loosely', () => {
    for (const text of ['HardEX', 'hardex', 'hard ex', 'Hard-EX', 'h.ex', 'H.EX', 'hex'])
      expect(boardFrom(text)).toBe('HardEX')
    for (const text of ['EX', 'ex', ' Ex ']) expect(boardFrom(text)).toBe('EX')
    for (const text of ['ITG', 'itg', 'Money', 'money']) expect(boardFrom(text)).toBe('ITG')
  })

  it('give null if unknown', () => {
    for (const text of [null, undefined, '', 'FA+', 'constructor']) expect(boardFrom(text)).toBeNull()
  })

  it("find a board's entry by any of its names", () => {
    const entries = [
      { leaderboard: 'Money', score: 1 },
      { leaderboard: 'HardEX', score: 2 },
    ]
    expect(entryOf(entries, 'ITG')?.score).toBe(1)
    expect(entryOf(entries, 'EX')).toBeUndefined()
  })
})
