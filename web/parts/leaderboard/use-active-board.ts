import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDependencies } from '../../app/use-dependencies.ts'
import { withParameters } from '../../app/with-parameters.ts'

export const useActiveBoardStore = () => useDependencies().activeBoard

/** The active board and its setter. A choice removes a preset (`lb`) from the URL. */
export function useActiveBoard(): [BoardName, (board: BoardName) => void] {
  const store = useActiveBoardStore()
  const board = useSyncExternalStore(store.subscribe, store.get)
  const [search, setSearch] = useSearchParams()
  const choose = (next: BoardName) => {
    store.choose(next)
    if (!search.has('lb')) return
    setSearch((old) => withParameters(old, { lb: null }), { replace: true, preventScrollReset: true })
  }
  return [board, choose]
}
