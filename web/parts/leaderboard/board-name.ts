import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'

export const defaultBoard: BoardName = 'HardEX'

export const boardLabels: Record<BoardName, string> = { HardEX: 'H.EX', EX: 'EX', ITG: 'ITG' }

export const boardMarks: Record<BoardName, string> = { HardEX: 'hex', EX: 'ex', ITG: 'itg' }

/** The entry of a board, whose name is matched loosely. */
export function entryOf<Entry extends { readonly leaderboard: string }>(
  entries: readonly Entry[],
  board: BoardName,
): Entry | undefined {
  return entries.find((entry) => boardFrom(entry.leaderboard) === board)
}
