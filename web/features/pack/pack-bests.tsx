import { type ChartWithBests, getPackBests, type PackBest } from '@stepledger/contracts/http/marks.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { withParameters } from '../../app/with-parameters.ts'
import { ActiveBoardToggle, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { PackProgress, usePackMarks } from '../../parts/marks/marks.tsx'
import { CompareWith } from '../../parts/rivals/compare-with.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { RowDifficulty } from '../../ui/difficulty.tsx'
import { type Column, Table } from '../../ui/lists/table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { UnloadedRows } from '../../ui/states.tsx'
import { SelectField } from '../../ui/text-field.tsx'

const rowsShown = 10

const orders = {
  missing: 'What is missing',
  meter: 'Meter',
  title: 'Title',
} as const
type Order = keyof typeof orders

/** The bests of the viewer, and of the player whom the address names, on the active board. */
export function usePackBests(packId: number) {
  const user = useUser()
  const [board] = useActiveBoard()
  const [search] = useSearchParams()
  const chosen = playerId.safeParse(search.get('with'))
  const other = chosen.success ? chosen.data : null
  const read = useRead(
    getPackBests,
    {
      params: { id: String(packId) },
      query: { leaderboard: board, ...(other !== null && { with: other }) },
    },
    { enabled: user !== null, keepPrevious: true },
  )
  return { ...read, other }
}

export function PackBests({ packId }: { packId: number }) {
  const user = useUser()
  const [, setSearch] = useSearchParams()
  const [order, setOrder] = useState<Order>('missing')
  const [all, setAll] = useState(false)
  const mark = usePackMarks([packId])?.get(packId)
  const { data, error, refetch, other } = usePackBests(packId)
  if (!user) return null
  const charts = data?.charts.toSorted(compareBy[order]) ?? []
  return (
    <Panel title="Your Scores" className="mt-4 md:mt-6" aside={<ActiveBoardToggle />}>
      <div className="grid grid-cols-2 items-end gap-3 border-b border-line px-4 py-3 md:flex">
        <SelectField
          label="Sort by"
          className="md:w-40"
          value={order}
          onChange={({ target }) => setOrder(isOrder(target.value) ? target.value : 'missing')}
        >
          {Object.entries(orders).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <CompareWith
          id={user.id}
          other={other}
          onChange={(id) => setSearch((old) => withParameters(old, { with: id }), { replace: true })}
        />
        <p className="min-h-5 font-semibold max-md:col-span-2 md:mb-2.5 md:ml-auto">
          <PackProgress mark={mark} />
        </p>
      </div>
      {data ? (
        <>
          <Table
            className="mid table-fixed"
            rows={all ? charts : charts.slice(0, rowsShown)}
            keyOf={({ hash }) => hash}
            to={({ hash }) => `/chart/${hash}`}
            columns={[
              {
                head: 'Chart',
                cell: (chart) => (
                  <span className="flex min-w-0 items-center gap-3">
                    <RowDifficulty chart={chart} />
                    <Link className="hit min-w-0" to={`/chart/${chart.hash}`}>
                      <span className="block truncate font-semibold">{titleOrUnknown(chart.title)}</span>
                    </Link>
                  </span>
                ),
              },
              ...columnsOf('You', ({ own }) => own),
              ...(data.other ? columnsOf(data.other.alias, ({ other }) => other) : []),
            ]}
          />
          {!all && charts.length > rowsShown && (
            <p className="border-t border-line px-4 py-3 text-sm">
              <button type="button" className="hit link" onClick={() => setAll(true)}>
                All {charts.length} charts
              </button>
            </p>
          )}
        </>
      ) : (
        <UnloadedRows
          error={error}
          sentence="Failed to load your scores"
          onRetry={refetch}
          rows={rowsShown}
        />
      )}
    </Panel>
  )
}

function columnsOf(
  name: string,
  bestOf: (chart: ChartWithBests) => PackBest | null,
): Column<ChartWithBests>[] {
  return [
    {
      head: <span className="sr-only">Grade of {name}</span>,
      width: 'w-10 md:w-14',
      cell: (chart) => {
        const best = bestOf(chart)
        return best && <Grade grade={best.grade} ranked={best.lamp !== 'failed'} />
      },
    },
    {
      head: (
        <span className="block truncate" title={name}>
          {name}
        </span>
      ),
      width: 'w-20 md:w-28',
      className: 'num',
      cell: (chart) => {
        const best = bestOf(chart)
        if (!best) return <span className="mute">–</span>
        return (
          <Link className="hit" to={`/play/${best.playId}`}>
            <Score percent={best.score} ranked={best.lamp !== 'failed'} />
          </Link>
        )
      },
    },
    {
      head: <span className="sr-only">Clear of {name}</span>,
      width: 'hidden w-16 md:[display:table-column]',
      className: 'hidden md:[display:table-cell]',
      cell: (chart) => <Lamp best={bestOf(chart)} />,
    },
  ]
}

const lamps = {
  fantastic: ['FFC', 'Full Fantastic combo'],
  excellent: ['FEC', 'Full Excellent combo'],
  great: ['FC', 'Full combo'],
  passed: ['Clear', 'Passed'],
  failed: ['Failed', 'Failed'],
} as const

function Lamp({ best }: { best: PackBest | null }) {
  if (!best) return null
  const [short, long] = lamps[best.lamp]
  return (
    <span
      className={`text-xs ${best.lamp === 'passed' || best.lamp === 'failed' ? 'mute' : 'font-bold'}`}
      title={long}
    >
      {short}
    </span>
  )
}

const isOrder = (text: string): text is Order => text in orders

const meterOf = ({ meter }: ChartWithBests) => meter ?? -1

/** How much a chart still gives: unplayed first, then failed, then by the lowest score. */
const missingOf = ({ own }: ChartWithBests) =>
  own === null ? -2 : own.lamp === 'failed' ? -1 : Number(own.score)

const byTitle = (a: ChartWithBests, b: ChartWithBests) => a.title.localeCompare(b.title)

const compareBy: Record<Order, (a: ChartWithBests, b: ChartWithBests) => number> = {
  missing: (a, b) => missingOf(a) - missingOf(b) || meterOf(a) - meterOf(b) || byTitle(a, b),
  meter: (a, b) => meterOf(a) - meterOf(b) || byTitle(a, b),
  title: (a, b) => byTitle(a, b) || meterOf(a) - meterOf(b),
}
