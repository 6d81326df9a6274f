import { useId } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import { withParameters } from '../../app/with-parameters.ts'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  /** Null for now. */
  readonly day: string | null
  readonly label: string
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
          if (target.value !== '' && target.validity.valid) setSearch(atDay(search, target.value))
        }}
      />
    </span>
  )
}

interface PastNoteProps {
  readonly day: string
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
      >
        Back to now
      </Link>
      <span className="mute basis-full text-xs @min-[58rem]/panel:basis-auto">{text}</span>
    </div>
  )
}

/** The query parameter with the day at whose end a board is shown, such as 2026-03-01. */
const parameter = 'at'

/** The earliest day that can be chosen: before it there is no ledger. */
const firstDay = '2020-01-01'

const isoDay = z.iso.date()

/** The day of a moment, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The last day that can be chosen: yesterday, in UTC. */
export function lastDay(): string {
  return dayOf(new Date(Date.now() - 86_400_000))
}

/** The day that an address names; null for none, one in the future or something else: the board of now. */
export function dayFrom(search: URLSearchParams, now: Date): string | null {
  const day = isoDay.safeParse(search.get(parameter))
  return day.success && day.data >= firstDay && day.data < dayOf(now) ? day.data : null
}

/** The same address at another day, from the first page on; null for now. */
export function atDay(search: URLSearchParams, day: string | null): URLSearchParams {
  return withParameters(search, { page: null, [parameter]: day })
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Mar 1, 2026. */
export function dayText(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}
