import type { YearOfDays } from '@stepledger/contracts/http/player-home.ts'
import type { CSSProperties } from 'react'
import { counted } from '../../../ui/count-text.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { colourSteps, dayText, type YearLayout, yearLayout } from './year-layout.ts'

/** Weeks shown on phones: half a year. */
const weeksOnPhones = 26

/** A year of days as squares, in the player's time zone. */
export function YearPanel({ year }: { year: YearOfDays }) {
  return (
    <Panel title="Days Played">
      <Days year={year} />
    </Panel>
  )
}

function Days({ year }: { year: YearOfDays }) {
  const wide = useWide(640)
  const layout = yearLayout(year, wide ? undefined : weeksOnPhones)
  const weeks: CSSProperties & Record<'--weeks', number> = { '--weeks': layout.weeks }
  return (
    <>
      <div className="px-4 py-4">
        <div className="days" style={weeks} role="img" aria-label={summaryOf(layout)}>
          {layout.months.map(({ week, name }) => (
            <b key={`${name} ${week}`} style={{ gridColumn: `${week + 2} / span 3`, gridRow: 1 }}>
              {/* A name at the very end would be cut off. */}
              {week < layout.weeks - 1 && name}
            </b>
          ))}
          {weekdays.map(([name, row]) => (
            <b key={name} className="self-center" style={{ gridColumn: 1, gridRow: row }}>
              {name}
            </b>
          ))}
          {layout.days.map((day) => (
            <i
              key={day.date}
              className={`day${day.step}`}
              title={dayText(day)}
              style={{ gridColumn: day.week + 2, gridRow: day.weekday + 2 }}
            />
          ))}
        </div>
      </div>
      <div className="mute flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-xs">
        <span>
          {counted(layout.daysPlayed, 'day')} played
          {layout.longestRun > 1 && `, longest run ${counted(layout.longestRun, 'day')}`}
        </span>
        <span className="inline-flex items-center gap-1" aria-hidden="true">
          none
          {Array.from({ length: colourSteps + 1 }, (_, step) => step).map((step) => (
            <i key={step} className={`day${step} size-3 rounded-[1px]`} />
          ))}
          {layout.top} or more plays
        </span>
      </div>
    </>
  )
}

const weekdays = [
  ['Mon', 2],
  ['Thu', 5],
  ['Sun', 8],
] as const

function summaryOf({ daysPlayed, most, weeks }: YearLayout): string {
  const span = weeks > weeksOnPhones ? 'year' : 'half year'
  const busiest = most ? `, most on ${dayText(most)}` : ''
  return `Plays on each day of the last ${span}: ${counted(daysPlayed, 'day')} played${busiest}`
}
