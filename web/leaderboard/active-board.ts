import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import { defaultBoard } from './board-name.ts'

/** The key under which the choice is stored. */
export const activeBoardKey = 'activeLeaderboard'

export interface ActiveBoard {
  readonly get: () => BoardName
  /** A choice by the player: kept, and the same in every view and tab. */
  readonly choose: (board: BoardName) => void
  /** A value that an address brings (`lb`): shown, but not kept as a choice. */
  readonly preset: (text: string | null) => void
  readonly subscribe: (listener: () => void) => () => void
}

type Kept = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Which board every view shows: the address (`lb`), else the stored choice, else HardEX.
 * `tabs` is where `storage` events of other tabs arrive: the window.
 */
export function createActiveBoard(storage: Kept, tabs: EventTarget, lb: string | null): ActiveBoard {
  let board = boardFrom(lb) ?? boardFrom(read(storage)) ?? defaultBoard
  const listeners = new Set<() => void>()
  const set = (next: BoardName) => {
    if (next === board) return
    board = next
    for (const listener of listeners) listener()
  }
  tabs.addEventListener('storage', (event) => {
    if (!('key' in event) || !('newValue' in event) || event.key !== activeBoardKey) return
    set(boardFrom(typeof event.newValue === 'string' ? event.newValue : null) ?? defaultBoard)
  })
  return {
    get: () => board,
    choose: (next) => {
      set(next)
      try {
        storage.setItem(activeBoardKey, next)
      } catch {
        // Storage is full or forbidden: the choice lasts as long as the page.
      }
    },
    preset: (text) => set(boardFrom(text) ?? board),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function read(storage: Kept): string | null {
  try {
    return storage.getItem(activeBoardKey)
  } catch {
    return null
  }
}
