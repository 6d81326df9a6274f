import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'

export const defaultBoard: BoardName = 'HardEX'

/** As the toggle words them. */
export const boardLabels: Record<BoardName, string> = { HardEX: 'H.EX', EX: 'EX', ITG: 'ITG' }

/** The class that lends a board's colour. */
export const boardMarks: Record<BoardName, string> = { HardEX: 'hex', EX: 'ex', ITG: 'itg' }

/** The ids that preferences use. */
export const boardIds: Record<BoardName, number> = { HardEX: 4, EX: 2, ITG: 3 }

/** The entry of a board in a list that names boards in whichever way. */
export function entryOf<Entry extends { readonly leaderboard: string }>(
  entries: readonly Entry[],
  board: BoardName,
): Entry | undefined {
  return entries.find((entry) => boardFrom(entry.leaderboard) === board)
}
