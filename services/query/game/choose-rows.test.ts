import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidates, chooseRows } from './choose-rows.ts'

/** The rows read from a board of `total` players for the player at rank `self`, with rivals at the ranks `rivals`. */
function candidates(total: number, self: number | null, rivals: number[], limit: number): Candidates<Row> {
  const board = Array.from({ length: total }, (_, i) => ({ rank: i + 1 }))
  const sorted = [...rivals].sort((a, b) => a - b)
  const near = self === null ? [] : [sorted.findLast((r) => r < self), sorted.find((r) => r > self)]
  return {
    top: board.slice(0, limit),
    self: board.find(({ rank }) => rank === self) ?? null,
    around: self === null ? [] : board.filter(({ rank }) => Math.abs(rank - self) <= limit),
    rivals: board.filter(({ rank }) => rank === sorted[0] || near.includes(rank)),
  }
}
type Row = { readonly rank: number }

describe('the rows of the panel', () => {
  const rows = (total: number, self: number | null, rivals: number[], limit = 7) =>
    chooseRows(candidates(total, self, rivals, limit), limit).map((row) => row.rank)

  it.each<[string, number[], number[]]>([
    [
      'without rivals: the top 2, the player, and the nearest rows',
      rows(100, 50, []),
      [1, 2, 48, 49, 50, 51, 52],
    ],
    ['the player leads', rows(100, 1, []), [1, 2, 3, 4, 5, 6, 7]],
    ['the player is last', rows(100, 100, []), [1, 2, 96, 97, 98, 99, 100]],
    [
      'rivals above: the top one and the nearest one',
      rows(100, 50, [10, 20, 30]),
      [1, 2, 10, 30, 49, 50, 51],
    ],
    ['rivals below', rows(100, 50, [60, 70, 80]), [1, 2, 48, 49, 50, 51, 60]],
    ['two rivals at equal distance: the better one', rows(100, 50, [5, 45, 55]), [1, 2, 5, 45, 49, 50, 51]],
    ['one rival is the top and the nearest', rows(100, 50, [53]), [1, 2, 48, 49, 50, 51, 53]],
    [
      'rivals among the nearest rows leave space for more',
      rows(100, 50, [1, 51]),
      [1, 2, 48, 49, 50, 51, 52],
    ],
    ['five rows leave no space for rivals', rows(100, 50, [10, 60], 5), [1, 2, 49, 50, 51]],
    ['fewer players than rows', rows(4, 3, [4]), [1, 2, 3, 4]],
    ['the player is not on the board', rows(100, null, []), [1, 2, 3, 4, 5, 6, 7]],
    ['not on the board, with a rival', rows(100, null, [90]), [1, 2, 3, 4, 5, 6, 90]],
    ['an empty board', rows(0, null, []), []],
    ['the player alone', rows(1, 1, []), [1]],
  ])('%s', (_story, chosen, expected) => {
    expect(chosen).toEqual(expected)
  })

  it('are unique, in board order, fill the limit, and always include the top 2 and the player', () => {
    const board = fc.integer({ min: 0, max: 60 }).chain((total) =>
      fc.record({
        total: fc.constant(total),
        self: total === 0 ? fc.constant(null) : fc.option(fc.integer({ min: 1, max: total })),
        rivals: total === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.integer({ min: 1, max: total })),
        limit: fc.integer({ min: 5, max: 20 }),
      }),
    )
    fc.assert(
      fc.property(board, ({ total, self, rivals, limit }) => {
        const others = rivals.filter((rank) => rank !== self)
        const chosen = chooseRows(candidates(total, self, others, limit), limit).map((row) => row.rank)
        expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b))
        expect(chosen).toHaveLength(Math.min(limit, total))
        for (const rank of [1, 2, ...(self === null ? [] : [self - 1, self, self + 1])]) {
          if (rank >= 1 && rank <= total) expect(chosen).toContain(rank)
        }
        if (limit >= 7 && others.length > 0) expect(chosen).toContain(Math.min(...others))
      }),
    )
  })
})
