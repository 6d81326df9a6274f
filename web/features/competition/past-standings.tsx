import { getStandingsAtDay, type StandingsAtDay } from '@stepledger/contracts/http/boards.ts'
import { standingsPageSize } from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import { useRead } from '../../api/use-call.ts'
import { LateLegend } from '../../parts/competition/late-mark.tsx'
import { RankingsTable } from '../../parts/competition/rankings-table.tsx'
import { DayPicker, dayOf, dayText, lastDay, PastNote } from '../../parts/leaderboard/day-picker.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty, UnloadedRows } from '../../ui/states.tsx'

interface Props {
  readonly competition: Pick<CompetitionSummary, 'slug' | 'start'>
  readonly day: string
  readonly query: { readonly round: number; readonly leaderboard: string; readonly page: number }
  /** Current number of players. */
  readonly participants: number
}

/** The standings of an event as they were at the end of a day, with everybody's rank of now. */
export function PastStandings({ competition, day, query, participants }: Props) {
  const { data, error, refetch } = useRead(
    getStandingsAtDay,
    { params: { slug: competition.slug, day }, query },
    { keepPrevious: true },
  )
  return (
    <>
      <PastNote
        day={day}
        first={firstDayOf(competition)}
        text="End of the day in UTC, with the charts, dates and points of that day, by today’s rules. Plays withdrawn or deleted since are left out."
      />
      {data ? (
        <Rankings data={data} day={day} hasBegun={firstDayOf(competition) <= day} />
      ) : (
        <UnloadedRows
          error={error}
          sentence="Failed to load leaderboard"
          onRetry={refetch}
          rows={Math.min(standingsPageSize, Math.max(5, participants))}
        />
      )}
    </>
  )
}

function Rankings({ data, day, hasBegun }: { data: StandingsAtDay; day: string; hasBegun: boolean }) {
  const { rankings, meta } = data
  if (meta.total === 0)
    return (
      <Empty
        title="No scores yet"
        text={
          hasBegun
            ? `Nobody had a score that counts on ${dayText(day)}.`
            : `The event hadn't begun on ${dayText(day)}.`
        }
      />
    )
  return (
    <>
      <RankingsTable rankings={rankings} />
      {rankings.some(({ late }) => late) && <LateLegend className="h-9 border-t border-line" />}
      <Pagination meta={meta} />
    </>
  )
}

/** Chooses a past day of an event; nothing on its first day. */
export function StandingsDayPicker({ competition }: Pick<Props, 'competition'>) {
  const first = firstDayOf(competition)
  if (first > lastDay()) return null
  return (
    <div className="mute flex min-h-12 items-center border-t border-line px-4 py-1.5 print:hidden">
      <DayPicker day={null} first={first} label="The standings as of" />
    </div>
  )
}

function firstDayOf({ start }: Pick<CompetitionSummary, 'start'>): string {
  return dayOf(new Date(start))
}
