import { listRivals } from '@stepledger/contracts/http/rivals.ts'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import type { ChartFilters } from './chart-filters.ts'
import { Choice } from './choice.tsx'

interface Props {
  readonly filters: ChartFilters
  readonly onChange: (filters: Partial<ChartFilters>) => void
}

const playedOptions = [
  { value: 'yes', text: 'Played' },
  { value: 'no', text: 'Not played' },
] as const

/** Filters by the viewer's plays: played or not, and charts on which a rival's best is higher. */
export function OwnFilters({ filters, onChange }: Props) {
  const [board] = useActiveBoard()
  const { data } = useRead(listRivals, {})
  return (
    <>
      <Choice
        label="Your Plays"
        all="All Charts"
        className="md:w-36"
        options={playedOptions}
        value={filters.played}
        onChange={(played) => onChange({ played })}
      />
      <Choice
        label={`Below a Rival (${board})`}
        all={data?.rivals.length === 0 ? 'No rivals yet' : 'Any'}
        options={(data?.rivals ?? []).map(({ userId, alias }) => ({ value: userId, text: alias }))}
        value={filters.below}
        onChange={(below) => onChange({ below })}
      />
    </>
  )
}
