import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { atDay, firstDay, lastDay } from './day-of-board.ts'

interface Props {
  /** Null for now. */
  readonly day: string | null
  readonly label: string
  /** The earliest day that can be chosen. */
  readonly first?: string
}

/** Chooses the day at whose end the board is shown. */
export function DayPicker({ day, label, first = firstDay }: Props) {
  const [search, setSearch] = useSearchParams()
  const id = useId()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <input
        // Uncontrolled, because a date that is being typed is incomplete.
        key={day}
        id={id}
        type="date"
        className="input h-10 w-40 md:h-8"
        min={first}
        max={lastDay()}
        defaultValue={day ?? ''}
        onChange={({ target }) => {
          if (target.value !== '' && target.validity.valid)
            setSearch(atDay(search, target.value), { preventScrollReset: true })
        }}
      />
    </span>
  )
}
