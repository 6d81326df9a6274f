import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import { createListeners } from '../../app/listeners.ts'
import { readText, writeText } from '../../app/storage.ts'

export const activeBoardKey = 'activeLeaderboard'

export interface ActiveBoard {
  readonly get: () => BoardName
  /** A choice by the player: persisted and synchronised across tabs. */
  readonly choose: (board: BoardName) => void
  /** A value of the URL (`lb`): applied but not persisted. */
  readonly preset: (text: string | null) => void
  readonly subscribe: (listener: () => void) => () => void
}

type KeyValueStore = Pick<Storage, 'getItem' | 'setItem'>

/**
 * The board of every view: the URL (`lb`), else the stored choice, else HardEX.
 * `tabs` is the target of `storage` events of other tabs: the window.
 */
export function createActiveBoard(storage: KeyValueStore, tabs: EventTarget, lb: string | null): ActiveBoard {
  let board = boardFrom(lb) ?? boardFrom(readText(storage, activeBoardKey)) ?? defaultBoard
  const { notify, subscribe } = createListeners()
  const set = (next: BoardName) => {
    if (next === board) return
    board = next
    notify()
  }
  tabs.addEventListener('storage', (event) => {
    if (!('key' in event) || !('newValue' in event) || event.key !== activeBoardKey) return
    set(boardFrom(typeof event.newValue === 'string' ? event.newValue : null) ?? defaultBoard)
  })
  return {
    get: () => board,
    choose: (next) => {
      set(next)
      writeText(storage, activeBoardKey, next)
    },
    preset: (text) => set(boardFrom(text) ?? board),
    subscribe,
  }
}

export const defaultBoard: BoardName = 'HardEX'
