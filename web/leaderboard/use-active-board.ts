import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ActiveBoard } from './active-board.ts'

export const ActiveBoardContext = createContext<ActiveBoard | null>(null)

function useStore(): ActiveBoard {
  const store = useContext(ActiveBoardContext)
  if (store === null) throw new Error('ActiveBoardContext is not provided')
  return store
}

/** The active board and its setter. A choice removes a preset (`lb`) from the URL. */
export function useActiveBoard(): [BoardName, (board: BoardName) => void] {
  const store = useStore()
  const board = useSyncExternalStore(store.subscribe, store.get)
  const [search, setSearch] = useSearchParams()
  const choose = (next: BoardName) => {
    store.choose(next)
    if (!search.has('lb')) return
    setSearch(
      (old) => {
        const left = new URLSearchParams(old)
        left.delete('lb')
        return left
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [board, choose]
}

export const useActiveBoardStore = useStore
