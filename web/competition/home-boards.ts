import type { BoardName } from '@stepledger/contracts/board-name.ts'

/** The board keys of the home page's response. */
export const homeBoardKeys = { HardEX: 'hardEX', EX: 'EX', ITG: 'money' } as const satisfies Record<
  BoardName,
  string
>
