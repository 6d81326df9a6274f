import { Link, useSearchParams } from 'react-router-dom'
import { Icon } from '../ui/icon.tsx'
import { atDay } from './day-of-board.ts'
import { DayPicker } from './day-picker.tsx'

interface Props {
  readonly day: string
  /** The earliest day that can be chosen. */
  readonly first?: string
  /** What the board of a day is computed from. */
  readonly text: string
}

/** The day whose board is shown, and the way back to now. */
export function PastNote({ day, first, text }: Props) {
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
