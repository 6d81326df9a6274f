import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { atDay, dayOf, firstDay } from './day-of-board.ts'

/** Chooses the day at whose end the board is shown. `day`: null for now. */
export function DayPicker({ day, label }: { day: string | null; label: string }) {
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
        min={firstDay}
        max={dayOf(new Date(Date.now() - 86_400_000))}
        defaultValue={day ?? ''}
        onChange={({ target }) => {
          if (target.value !== '' && target.validity.valid)
            setSearch(atDay(search, target.value), { preventScrollReset: true })
        }}
      />
    </span>
  )
}
