import { boardFrom, boardNames } from '@stepledger/contracts/board-name.ts'
import type { Generation } from '@stepledger/projections/generation.ts'

/** Returns the id and the name of the system that a query names, by default the first board's. */
export function systemOf(
  { rules }: Pick<Generation, 'rules'>,
  leaderboard: string | undefined,
): { id: number; name: string } {
  const name = boardFrom(leaderboard) ?? boardNames[0]
  const system = rules.systems.find((each) => each.name === name) ?? rules.systems[0]
  if (!system) throw new Error('the rules have no scoring system')
  return system
}
