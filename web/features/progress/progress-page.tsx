import {
  getProgress,
  getProgressMonth,
  type Progress,
  type ProgressMonth,
} from '@stepledger/contracts/http/players.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { withParameters } from '../../app/with-parameters.ts'
import { boardLabels, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { PlayerHeading } from '../../parts/players/player-heading.tsx'
import { monthName, ProgressTable } from '../../parts/progress/progress-table.tsx'
import { CompareWith } from '../../parts/rivals/compare-with.tsx'
import { Legend, LegendItem } from '../../ui/figure/legend.tsx'
import { NoPlayer, UnloadedPage, useDocumentTitle } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RecentPlays } from '../../ui/recent-plays.tsx'
import { Empty, UnloadedRows } from '../../ui/states.tsx'
import { SelectField } from '../../ui/text-field.tsx'

/** Lazy, because the chart library is large. */
const ProgressFigure = lazy(async () => ({ default: (await import('./progress-figure.tsx')).ProgressFigure }))

/** Whether a player is improving: scores, errors and passes by month, on some meters, and beside another player. */
export function ProgressPage() {
  const { userId = '' } = useParams()
  const id = playerId.safeParse(userId)
  return id.success ? <KnownPlayer key={id.data} id={id.data} /> : <NoPlayer />
}

/** The address has the bounds of the meter, the player to compare with, and the month whose plays are shown. */
function useView() {
  const [search, setSearch] = useSearchParams()
  const meterOf = (name: string) => {
    const text = search.get(name)
    return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : undefined
  }
  const other = playerId.safeParse(search.get('with'))
  const change = (changed: Readonly<Record<string, string | null>>) =>
    setSearch((old) => withParameters(old, changed), { replace: true })
  return {
    minMeter: meterOf('min'),
    maxMeter: meterOf('max'),
    other: other.success ? other.data : null,
    month: getProgressMonth.params.shape.month.safeParse(search.get('month')).data ?? null,
    change,
  }
}

function KnownPlayer({ id }: { id: string }) {
  const [board] = useActiveBoard()
  const { minMeter, maxMeter, other, month, change } = useView()
  const query = {
    leaderboard: board,
    ...(minMeter !== undefined && { minMeter }),
    ...(maxMeter !== undefined && { maxMeter }),
  }
  const read = useRead(getProgress, { params: { id }, query }, { keepPrevious: true })
  const compared = useRead(
    getProgress,
    { params: { id: other ?? '' }, query },
    { enabled: other !== null, keepPrevious: true },
  )
  const { data } = read
  useDocumentTitle(data ? `Progress of ${data.user.alias}` : null)
  if (!data)
    return (
      <UnloadedPage
        name="Progress"
        read={read}
        missing={<NoPlayer />}
        sentence="Failed to load the progress"
      />
    )
  const { user, meters, months } = data
  const beside = other !== null && compared.data ? compared.data : null
  return (
    <div className="min-h-dvh">
      <PlayerHeading id={id} withBoard>{`Progress of ${user.alias}`}</PlayerHeading>
      <div className="grid grid-cols-1 gap-4 md:gap-6">
        <Panel title="Score by Month" aside={`${boardLabels[board]}, UTC`}>
          <div className="grid grid-cols-2 gap-3 border-b border-line px-4 py-3 md:flex">
            {meters !== null && (
              <>
                <MeterField
                  label="From meter"
                  value={minMeter ?? meters.min}
                  {...meters}
                  onChange={(min) => change({ min: min === meters.min ? null : String(min) })}
                />
                <MeterField
                  label="To meter"
                  value={maxMeter ?? meters.max}
                  {...meters}
                  onChange={(max) => change({ max: max === meters.max ? null : String(max) })}
                />
              </>
            )}
            <CompareWith id={id} other={other} onChange={(chosen) => change({ with: chosen })} />
          </div>
          {months.length === 0 ? (
            <div className="min-h-80">
              <Empty title="No plays" text="No plays on charts of these meters yet." />
            </div>
          ) : months.length + (beside?.months.length ?? 0) > 1 ? (
            <>
              <div className="min-h-83">
                <Suspense fallback={null}>
                  <ProgressFigure months={months} beside={beside?.months ?? null} label={summaryOf(data)} />
                </Suspense>
              </div>
              <Legend>
                <LegendItem sign={<i className="h-0.5 w-4 bg-(--own)" />}>{user.alias}, median</LegendItem>
                <LegendItem sign={<i className="w-4 border-t border-(--own) opacity-60" />}>best</LegendItem>
                {beside && (
                  <LegendItem sign={<i className="w-4 border-t-2 border-dashed border-(--rival)" />}>
                    {beside.user.alias}, median
                  </LegendItem>
                )}
              </Legend>
            </>
          ) : null}
        </Panel>
        {months.length > 0 && (
          <Panel title="Months">
            <ProgressTable
              months={[...months].reverse()}
              chosen={month}
              onChoose={(chosen) => change({ month: chosen === month ? null : chosen })}
            />
          </Panel>
        )}
        {month !== null && <PlaysOfMonth id={id} month={month} query={query} />}
      </div>
    </div>
  )
}

interface MeterProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (meter: number) => void
}

function MeterField({ label, value, min, max, onChange }: MeterProps) {
  const meters = Array.from({ length: Math.min(40, max - min + 1) }, (_, i) => min + i)
  return (
    <SelectField
      label={label}
      className="md:w-28"
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {meters.map((meter) => (
        <option key={meter} value={meter}>
          {meter}
        </option>
      ))}
    </SelectField>
  )
}

interface MonthProps {
  readonly id: string
  readonly month: string
  readonly query: { readonly leaderboard: string }
}

function PlaysOfMonth({ id, month, query }: MonthProps) {
  const { data, error, refetch } = useRead(getProgressMonth, { params: { id, month }, query })
  return (
    <Panel title={`Best Plays of ${monthName(month)}`}>
      {!data ? (
        <UnloadedRows error={error} sentence="Failed to load plays" onRetry={refetch} rows={5} />
      ) : data.plays.length === 0 ? (
        <Empty title="No ranked plays" text="None of this month's plays is ranked." />
      ) : (
        <RecentPlays plays={data.plays} timeLabel="Date" />
      )}
    </Panel>
  )
}

function summaryOf({ months, user }: Progress): string {
  const of = ({ month, median, best }: ProgressMonth) =>
    `${monthName(month)} ${median ?? 'none'}, best ${best ?? 'none'}`
  return `Median and best score of ${user.alias} by month: ${months.slice(-12).map(of).join('; ')}`
}
