import { difficulty } from '@stepledger/contracts/difficulty.ts'
import type { ChartsQuery } from '@stepledger/contracts/http/chart-list.ts'
import { stepsType } from '@stepledger/contracts/steps-type.ts'
import { useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { stepsTypeLabel } from '../../ui/steps-type.ts'

export type ChartFilters = Pick<ChartsQuery, 'stepsType' | 'difficulty'>

export const noFilters: ChartFilters = { stepsType: undefined, difficulty: undefined }

export function countFilters({ stepsType, difficulty }: ChartFilters): number {
  return [stepsType, difficulty].filter((filter) => filter !== undefined).length
}

interface Props {
  readonly id: string
  readonly filters: ChartFilters
  readonly onChange: (filters: ChartFilters) => void
}

/** Filters by steps type and difficulty. */
export function FilterPanel({ id, filters, onChange }: Props) {
  const chosen = { stepsType: filters.stepsType, difficulty: filters.difficulty }
  return (
    <div
      id={id}
      className="grid gap-x-4 gap-y-3 border-b border-line bg-base-200/60 px-4 py-4 md:grid-cols-[14rem_14rem_auto] md:justify-start"
    >
      <Choice
        label="Steps Type"
        all="All Types"
        options={stepsType.options.map((value) => ({ value, text: stepsTypeLabel(value) ?? value }))}
        value={filters.stepsType}
        onChange={(value) => onChange({ ...chosen, stepsType: value })}
      />
      <Choice
        label="Difficulty"
        all="All Difficulties"
        options={difficulty.options.map((value) => ({ value, text: value }))}
        value={filters.difficulty}
        onChange={(value) => onChange({ ...chosen, difficulty: value })}
      />
      <div className="flex items-end">
        <button
          type="button"
          className="btn btn-ghost h-10 max-md:-ml-4 md:h-9"
          disabled={countFilters(filters) === 0}
          onClick={() => onChange(noFilters)}
        >
          <Icon name="close" /> Clear Filters
        </button>
      </div>
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  /** The label of the option without a filter. */
  readonly all: string
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
}

function Choice<Value extends string>({ label, all, options, value, onChange }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        className="select h-10 w-full md:h-9"
        value={value ?? ''}
        onChange={(event) => onChange(options.find((option) => option.value === event.target.value)?.value)}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  )
}
