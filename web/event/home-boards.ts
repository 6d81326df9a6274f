import type { BoardName } from '@stepledger/contracts/board-name.ts'

/** How the home page's data names the boards. */
export const homeBoardKeys = { HardEX: 'hardEX', EX: 'EX', ITG: 'money' } as const satisfies Record<
  BoardName,
  string
>
