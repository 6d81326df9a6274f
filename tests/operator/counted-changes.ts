import { isDeepStrictEqual } from 'node:util'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { grade, grades } from '@stepledger/contracts/rules/grade-names.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { z } from 'zod'

const rows = z.object({
  plays: z.array(
    z.object({ hundredths: z.array(z.int()), grades: z.array(grade), eligible: z.boolean(), id: z.int() }),
  ),
  best: z.array(z.object({ board: z.string(), player: z.string(), key: z.int() })),
})

/** The same numbers, counted row by row. */
export async function countedChanges({ pool }: Database): Promise<object> {
  const [old, now] = await Promise.all(
    ['g1', 'g2'].map(async (schema) =>
      rows.parse({
        plays: (
          await pool.query(
            `select id, hundredths, grades, eligible from ${schema}.plays where withdrawn_at is null`,
          )
        ).rows,
        best: (await pool.query(`select chart || ' ' || system as board, player, key from ${schema}.best`))
          .rows,
      }),
    ),
  )
  if (!old || !now) throw new Error('two generations are compared')
  const after = new Map(now.plays.map((play) => [play.id, play]))
  const pairs = old.plays.flatMap((play) => {
    const next = after.get(play.id)
    return next ? [{ play, next }] : []
  })
  const moves: number[][] = []
  const systems = firstRules.systems.map(({ name }, i) => {
    const changes = pairs.map(({ play, next }) => (next.hundredths[i] ?? 0) - (play.hundredths[i] ?? 0))
    const places = pairs.map(
      ({ play, next }) => grades.indexOf(next.grades[i] ?? 'F') - grades.indexOf(play.grades[i] ?? 'F'),
    )
    moves.push(places)
    return {
      system: name,
      plays: pairs.length,
      raised: changes.filter((n) => n > 0).length,
      lowered: changes.filter((n) => n < 0).length,
      betterGrades: places.filter((n) => n < 0).length,
      worseGrades: places.filter((n) => n > 0).length,
    }
  })
  const [topOld, topNow] = [topsOf(old.best), topsOf(now.best)]
  const names = [...new Set([...topOld.keys(), ...topNow.keys()])]
  const top = (tops: Map<string, string[]>, board: string) => tops.get(board) ?? []
  return {
    scores: {
      plays: pairs.length,
      changed: pairs.filter(
        ({ play, next }) =>
          play.eligible !== next.eligible ||
          !isDeepStrictEqual([play.hundredths, play.grades], [next.hundredths, next.grades]),
      ).length,
      grades: {
        better: pairs.filter((_, nth) => moves.some((move) => (move[nth] ?? 0) < 0)).length,
        worse: pairs.filter((_, nth) => moves.some((move) => (move[nth] ?? 0) > 0)).length,
      },
      systems,
    },
    boards: {
      boards: names.length,
      changed: names.filter((board) => !isDeepStrictEqual(top(topOld, board), top(topNow, board))).length,
      firsts: names.filter((board) => top(topOld, board)[0] !== top(topNow, board)[0]).length,
    },
  }
}

/** The players of the first ten places, by board. */
function topsOf(best: z.infer<typeof rows>['best']): Map<string, string[]> {
  const sorted = best.toSorted((a, b) => b.key - a.key || (a.player < b.player ? 1 : -1))
  const tops = new Map<string, string[]>()
  for (const { board, player } of sorted) {
    const top = tops.get(board) ?? []
    if (top.length < 10) tops.set(board, [...top, player])
  }
  return tops
}
