import type { PlayScore } from '@stepledger/contracts/http/shapes/play.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'

/**
 * Returns the scores of a play in each system. The row stores them as flat lists, in the order of the systems of the
 * rules that it was folded with.
 */
export function scoresOf(
  row: Pick<PlayRow, 'hundredths' | 'grades' | 'judgments' | 'radar'>,
  generation: Generation,
): Omit<PlayScore, 'counts'>[] {
  const [holdsHeld = 0, holdsTotal = 0, minesDodged = 0, minesTotal = 0, rollsHit = 0, rollsTotal = 0] =
    row.radar
  let from = 0
  return generation.rules.systems.map((system, i) => {
    const names = [...system.windows.map((window) => window.judgment), 'Miss']
    const judgmentsOrdered = names.map((name, j) => ({ name, value: itemAt(row.judgments, from + j) }))
    from += names.length
    return {
      leaderboard: system.name,
      id: system.id,
      data: {
        score: percentText(itemAt(row.hundredths, i)),
        grade: itemAt(row.grades, i),
        judgments: Object.fromEntries(judgmentsOrdered.map(({ name, value }) => [name, value])),
        judgmentsOrdered,
        radar: { holdsHeld, holdsTotal, minesDodged, minesTotal, rollsHit, rollsTotal },
        windows: system.windows.map(({ judgment, seconds }) => ({ name: judgment, seconds })),
      },
    }
  })
}
