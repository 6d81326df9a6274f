import { type BoardName, boardFrom, boardNames } from '@stepledger/contracts/board-name.ts'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDependencies } from '../../app/use-dependencies.ts'
import { withParameters } from '../../app/with-parameters.ts'
import { RadioButtons } from '../../ui/radio-buttons.tsx'

export const useActiveBoardStore = () => useDependencies().activeBoard

/** The active board and its setter. A choice removes a preset (`lb`) from the URL. */
export function useActiveBoard(): [BoardName, (board: BoardName) => void] {
  const store = useActiveBoardStore()
  const board = useSyncExternalStore(store.subscribe, store.get)
  const [search, setSearch] = useSearchParams()
  const choose = (next: BoardName) => {
    store.choose(next)
    if (!search.has('lb')) return
    setSearch((old) => withParameters(old, { lb: null }), { replace: true })
  }
  return [board, choose]
}

export const boardLabels: Record<BoardName, string> = { HardEX: 'H.EX', EX: 'EX', ITG: 'ITG' }

export const boardMarks: Record<BoardName, string> = { HardEX: 'hex', EX: 'ex', ITG: 'itg' }

/** The entry of a board, whose name is matched loosely. */
export function entryOf<Entry extends { readonly leaderboard: string }>(
  entries: readonly Entry[],
  board: BoardName,
): Entry | undefined {
  return entries.find((entry) => boardFrom(entry.leaderboard) === board)
}

interface Props {
  readonly value: BoardName
  readonly onChange: (board: BoardName) => void
}

interface ToggleProps extends Props {
  readonly labels?: Readonly<Partial<Record<BoardName, string>>>
}

/** H.EX · EX · ITG: selects the leaderboard. `labels` overrides the names. */
export function LeaderboardToggle({ value, onChange, labels = {} }: ToggleProps) {
  return (
    <RadioButtons
      label="Leaderboard"
      className="lb"
      value={value}
      onChange={onChange}
      choices={boardNames.map((name) => ({
        value: name,
        className: boardMarks[name],
        content: labels[name] ?? boardLabels[name],
      }))}
    />
  )
}

/** The same for the active board of the whole app. */
export function ActiveBoardToggle({ labels }: Pick<ToggleProps, 'labels'>) {
  const [board, chooseBoard] = useActiveBoard()
  return <LeaderboardToggle value={board} onChange={chooseBoard} labels={labels} />
}

interface CellsProps {
  readonly content: (board: BoardName) => ReactNode
}

/** The same choice as three large cells with the scores, as on a play. */
export function LeaderboardCells({ content }: CellsProps) {
  const [board, chooseBoard] = useActiveBoard()
  return (
    <RadioButtons
      label="Leaderboard"
      className="grid grid-cols-3"
      value={board}
      onChange={chooseBoard}
      choices={boardNames.map((name, i) => ({
        value: name,
        className: `bst ${boardMarks[name]} ${i > 0 ? 'border-l border-line' : ''}`,
        content: (
          <>
            <span className="text-sm font-semibold">{boardLabels[name]}</span>
            {content(name)}
          </>
        ),
      }))}
    />
  )
}
