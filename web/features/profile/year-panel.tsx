import type { YearOfDays } from '@stepledger/contracts/http/players.ts'
import type { CSSProperties } from 'react'
import { counted } from '../../ui/format.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useWide } from '../../ui/use-wide.ts'

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
        <div
          className="mute grid grid-cols-[1.75rem_repeat(var(--weeks),minmax(0,1fr))] grid-rows-[1.125rem] gap-0.5 text-2xs leading-none [&>b]:font-normal [&>b]:whitespace-nowrap"
          style={weeks}
          role="img"
          aria-label={summaryOf(layout)}
        >
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
              className={`aspect-square rounded-[1px] ${colours[day.step]}`}
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
          {colours.map((colour) => (
            <i key={colour} className={`size-3 rounded-[1px] ${colour}`} />
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

/** The colours of days: without plays, then from few to many. */
const colours = [
  'bg-base-content/8',
  'bg-primary/32',
  'bg-primary/54',
  'bg-primary/77',
  'bg-primary',
] as const
const colourSteps = colours.length - 1

/** The share of the days played that the strongest colour shows. */
const strongest = 0.2

interface Day {
  /** `2026-12-14`. */
  readonly date: string
  readonly plays: number
  /** 0 for no plays, 4 for the most. */
  readonly step: number
  /** From 0, oldest first. */
  readonly week: number
  /** 0 is Monday. */
  readonly weekday: number
}

interface YearLayout {
  readonly days: readonly Day[]
  readonly weeks: number
  /** The name of each month at the week of its first day. */
  readonly months: readonly { readonly week: number; readonly name: string }[]
  readonly daysPlayed: number
  /** The longest run of days with plays, days. */
  readonly longestRun: number
  readonly most: Day | null
  /** Plays from which a day has the strongest colour. */
  readonly top: number
}

/**
 * Lays a year of days out in columns of weeks, `lastWeeks` of them at most. The strongest colour is for a fifth of the
 * days played, so that one long day does not pale the others.
 */
export function yearLayout({ from, plays }: YearOfDays, lastWeeks = Number.POSITIVE_INFINITY): YearLayout {
  const weeksOfAll = Math.ceil(plays.length / 7)
  const skipped = Math.max(0, weeksOfAll - lastWeeks)
  const shown = plays.slice(skipped * 7)
  const top = topOf(shown)
  const first = Date.parse(`${from}T00:00:00Z`) + skipped * 7 * dayMs
  const days = shown.map((count, i) => ({
    date: new Date(first + i * dayMs).toISOString().slice(0, 10),
    plays: count,
    step: stepOf(count, top),
    week: Math.floor(i / 7),
    weekday: i % 7,
  }))
  return {
    days,
    weeks: weeksOfAll - skipped,
    months: monthsOf(days),
    daysPlayed: shown.filter((count) => count > 0).length,
    longestRun: longestRunOf(shown),
    most: days.reduce<Day | null>((best, day) => (day.plays > (best?.plays ?? 0) ? day : best), null),
    top,
  }
}

const dayMs = 86_400_000

function topOf(plays: readonly number[]): number {
  const played = plays.filter((count) => count > 0).sort((a, b) => b - a)
  const top = played[Math.floor(played.length * strongest)] ?? colourSteps
  return Math.max(colourSteps, top)
}

function stepOf(plays: number, top: number): number {
  if (plays === 0) return 0
  return plays >= top ? colourSteps : 1 + Math.floor((plays * (colourSteps - 1)) / top)
}

function monthsOf(days: readonly Day[]): YearLayout['months'] {
  return days
    .filter(({ date }) => date.endsWith('-01'))
    .map(({ date, week }) => ({ week, name: monthName.format(new Date(`${date}T00:00:00Z`)) }))
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

function longestRunOf(plays: readonly number[]): number {
  let longest = 0
  let run = 0
  for (const count of plays) {
    run = count > 0 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** "Dec 14: 12 plays". */
export function dayText({ date, plays }: Pick<Day, 'date' | 'plays'>): string {
  return `${dayName.format(new Date(`${date}T00:00:00Z`))}: ${playsText(plays)}`
}

function playsText(plays: number): string {
  return plays === 0 ? 'no plays' : counted(plays, 'play')
}
