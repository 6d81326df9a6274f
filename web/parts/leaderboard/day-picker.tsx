import { useId } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { atDay, firstDay, lastDay } from './day-of-board.ts'

interface Props {
  /** Null for now. */
  readonly day: string | null
  readonly label: string
  /** The earliest day that can be chosen. */
  readonly first?: string
}

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

interface PastNoteProps {
  readonly day: string
  /** The earliest day that can be chosen. */
  readonly first?: string
  /** What the board of a day is computed from. */
  readonly text: string
}

/** The day whose board is shown, and the way back to now. */
export function PastNote({ day, first, text }: PastNoteProps) {
  const [search] = useSearchParams()
  return (
    <div className="pin">
      <span className="inline-flex items-center gap-2 font-semibold">
        <Icon name="clock" />
        <DayPicker day={day} label="As of" {...(first !== undefined && { first })} />
      </span>
      <Link
        className="hit link text-sm sm:ml-auto @min-[58rem]/panel:order-last"
        to={{ search: atDay(search, null).toString() }}
        preventScrollReset
      >
        Back to now
      </Link>
      <span className="mute basis-full text-xs @min-[58rem]/panel:basis-auto">{text}</span>
    </div>
  )
}
