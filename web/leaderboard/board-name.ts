/** The boards of the site, strictest first: ties between systems resolve in this order. */
export const boardNames = ['HardEX', 'EX', 'ITG'] as const
export type BoardName = (typeof boardNames)[number]

export const defaultBoard: BoardName = 'HardEX'

/** As the toggle words them. */
export const boardLabels: Record<BoardName, string> = { HardEX: 'H.EX', EX: 'EX', ITG: 'ITG' }

/** The class that lends a board's colour. */
export const boardMarks: Record<BoardName, string> = { HardEX: 'hex', EX: 'ex', ITG: 'itg' }

/** The ids that preferences use. */
export const boardIds: Record<BoardName, number> = { HardEX: 4, EX: 2, ITG: 3 }

const spellings = new Map<string, BoardName>([
  ['hardex', 'HardEX'],
  ['hex', 'HardEX'],
  ['ex', 'EX'],
  ['itg', 'ITG'],
  ['money', 'ITG'],
])

/** A board by any of its names (hard ex, h.ex, EX, itg, Money), else null. */
export function boardFrom(text: string | null | undefined): BoardName | null {
  return spellings.get((text ?? '').toLowerCase().replace(/[\s.-]/g, '')) ?? null
}

/** The entry of a board in a list that names boards in whichever way. */
export function entryOf<Entry extends { readonly leaderboard: string }>(
  entries: readonly Entry[],
  board: BoardName,
): Entry | undefined {
  return entries.find((entry) => boardFrom(entry.leaderboard) === board)
}
