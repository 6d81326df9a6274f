import { difficulty } from '@stepledger/contracts/difficulty.ts'
import { filteredMeters, type OwnChartsQuery } from '@stepledger/contracts/http/charts.ts'
import { listRivals } from '@stepledger/contracts/http/rivals.ts'
import { stepsType } from '@stepledger/contracts/steps-type.ts'
import { useId } from 'react'
import { useRead } from '../../api/use-call.ts'
import { boardLabels, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { Button } from '../../ui/button.tsx'
import { stepsTypeLabel } from '../../ui/difficulty.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  readonly id: string
  readonly filters: ChartFilters
  readonly onChange: (filters: Partial<ChartFilters>) => void
  /** Filters by the viewer's plays need a session. */
  readonly signedIn: boolean
}

const meters = Array.from(
  { length: filteredMeters.max - filteredMeters.min + 1 },
  (_, i) => filteredMeters.min + i,
).map((meter) => ({ value: meter, text: String(meter) }))

export function FilterPanel({ id, filters, onChange, signedIn }: Props) {
  return (
    <div
      id={id}
      className="grid grid-cols-2 gap-x-4 gap-y-3 border-b border-line bg-base-200/60 px-4 py-4 md:flex md:flex-wrap"
    >
      <Choice
        label="Steps Type"
        all="All Types"
        options={stepsType.options.map((value) => ({ value, text: stepsTypeLabel(value) ?? value }))}
        value={filters.stepsType}
        onChange={(value) => onChange({ stepsType: value })}
      />
      <Choice
        label="Difficulty"
        all="All Difficulties"
        options={difficulty.options.map((value) => ({ value, text: value }))}
        value={filters.difficulty}
        onChange={(value) => onChange({ difficulty: value })}
      />
      <Choice
        label="Meter From"
        all="Any"
        className="md:w-24"
        options={meters}
        value={filters.minMeter}
        onChange={(value) => onChange({ minMeter: value })}
      />
      <Choice
        label="Meter To"
        all="Any"
        className="md:w-24"
        options={meters}
        value={filters.maxMeter}
        onChange={(value) => onChange({ maxMeter: value })}
      />
      {signedIn && <OwnFilters filters={filters} onChange={onChange} />}
      <div className="flex items-end">
        <Button
          size="medium"
          variant="ghost"
          className="max-md:-ml-4"
          disabled={countFilters(filters) === 0}
          onClick={() => onChange(noFilters)}
        >
          <Icon name="close" /> Clear Filters
        </Button>
      </div>
    </div>
  )
}

interface OwnFiltersProps {
  readonly filters: ChartFilters
  readonly onChange: (filters: Partial<ChartFilters>) => void
}

const playedOptions = [
  { value: 'yes', text: 'Played' },
  { value: 'no', text: 'Not played' },
] as const

/** Filters by the viewer's plays: played or not, and charts on which a rival's best is higher. */
function OwnFilters({ filters, onChange }: OwnFiltersProps) {
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
        label={`Rival Ahead (${boardLabels[board]})`}
        all={data?.rivals.length === 0 ? 'No rivals yet' : 'Any'}
        options={(data?.rivals ?? []).map(({ userId, alias }) => ({ value: userId, text: alias }))}
        value={filters.below}
        onChange={(below) => onChange({ below })}
      />
    </>
  )
}

interface ChoiceProps<Value> {
  readonly label: string
  /** The label of the option without a filter. */
  readonly all: string
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
  readonly className?: string
}

/** A labelled select whose first option is no filter. */
function Choice<Value extends string | number>({
  label,
  all,
  options,
  value,
  onChange,
  className = 'md:w-48',
}: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block truncate text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        className="select h-10 w-full md:h-9"
        value={value === undefined ? '' : String(value)}
        onChange={({ target }) =>
          onChange(options.find((option) => String(option.value) === target.value)?.value)
        }
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  )
}

type ChartFilters = Pick<
  OwnChartsQuery,
  | 'artist'
  | 'stepartist'
  | 'packId'
  | 'stepsType'
  | 'difficulty'
  | 'minMeter'
  | 'maxMeter'
  | 'played'
  | 'below'
>

/** Filters without a control in the panel: links set them, and each has a tag above the list. */
export const noNames = { artist: undefined, stepartist: undefined, packId: undefined } as const

export const noFilters: ChartFilters = {
  ...noNames,
  stepsType: undefined,
  difficulty: undefined,
  minMeter: undefined,
  maxMeter: undefined,
  played: undefined,
  below: undefined,
}

/** The number of filters in use; both ends of the meter are one. */
export function countFilters({ minMeter, maxMeter, ...filters }: ChartFilters): number {
  const { artist, stepartist, packId, stepsType, difficulty, played, below } = filters
  return [artist, stepartist, packId, stepsType, difficulty, minMeter ?? maxMeter, played, below].filter(
    (filter) => filter !== undefined,
  ).length
}
