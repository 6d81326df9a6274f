import { boardFrom, boardNames } from '@stepledger/contracts/board-name.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'

/** Returns the scoring system of a board that a query names in any spelling; the first system for any other text. */
export function systemOfBoard({ systems }: Pick<Rules, 'systems'>, leaderboard: string | undefined) {
  const name = boardFrom(leaderboard) ?? boardNames[0]
  return systems.find((system) => boardFrom(system.name) === name) ?? itemAt(systems, 0)
}
