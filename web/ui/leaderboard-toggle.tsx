import { type BoardName, boardNames } from '@stepledger/contracts/board-name.ts'
import type { ReactNode } from 'react'
import { boardLabels, boardMarks } from '../parts/leaderboard/board-name.ts'
import { useActiveBoard } from '../parts/leaderboard/use-active-board.ts'
import { RadioButtons } from './radio-buttons.tsx'

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
  /** The content of each board's cell, below its name. */
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
