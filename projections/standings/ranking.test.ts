import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockSize, byId, changedBlocks, noRanking, type Ranking, rankPlayers } from './ranking.ts'

const ids = Array.from({ length: 300 }, (_, i) => `p${(i * 7919) % 300}`)
const sums = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 2 })), { maxLength: 300 }).map((given) => ({
  points: Int32Array.from(ids, (_, i) => (given[i]?.[1] ? (given[i]?.[0] ?? 0) * 400_000_000 : 0)),
  charts: Int16Array.from(ids, (_, i) => given[i]?.[1] ?? 0),
}))

const rowsOf = ({ players, points, charts }: Ranking) =>
  Array.from(players, (player, i) => [ids[player], points[i], charts[i]] as const)

describe('a ranking', () => {
  it('is ordered by points, then id, and excludes players without a chart', () => {
    fc.assert(
      fc.property(sums, ({ points, charts }) => {
        const plain = ids
          .map((id, i) => [id, points[i] ?? 0, charts[i] ?? 0] as const)
          .filter(([, , count]) => count > 0)
          .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
        expect(rowsOf(rankPlayers({ points, charts }, byId(ids)))).toEqual(plain)
      }),
    )
  })

  it('follows from its changed blocks, whether it grows or shrinks', () => {
    fc.assert(
      fc.property(fc.array(sums, { minLength: 2, maxLength: 4 }), (all) => {
        let stored: (readonly (readonly [string | undefined, number | undefined, number | undefined])[])[] =
          []
        let before = noRanking
        for (const each of all) {
          const now = rankPlayers(each, byId(ids))
          const rows = rowsOf(now)
          for (const block of changedBlocks(before, now))
            stored[block] = rows.slice(block * blockSize, (block + 1) * blockSize)
          stored = stored.filter((rows) => rows.length > 0)
          before = now
          expect(stored.flat()).toEqual(rows)
        }
        expect(changedBlocks(before, before)).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})
