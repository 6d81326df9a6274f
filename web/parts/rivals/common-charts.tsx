import type { CommonChart, HeadToHead, HeadToHeadQuery } from '@stepledger/contracts/http/rivals.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { useRelations } from '../../sign-in/use-session.ts'
import { Difficulty } from '../../ui/difficulty.tsx'
import type { Sorting } from '../../ui/lists/table.tsx'
import { Table, useRowLink } from '../../ui/lists/table.tsx'
import { Score } from '../../ui/score.tsx'
import { useWide } from '../../ui/use-wide.ts'

type Column = HeadToHeadQuery['orderBy']

interface Props {
  readonly user: HeadToHead['user']
  readonly charts: readonly CommonChart[]
  readonly sort?: { readonly sorting: Sorting<Column>; readonly onSort: (sorting: Sorting<Column>) => void }
}

/** This table fits into narrower panels than others. CSS px; 32rem. */
const minTableWidth = 512

/** Charts with both scores and their gap, as a table or as cards. A row opens the chart, a score its play. */
export function CommonCharts({ user, charts, sort }: Props) {
  const rowLink = useRowLink()
  const isRival = useRelations()(user.id) === 'rival'
  const wide = useWide(minTableWidth)
  if (!wide) {
    return (
      <ul>
        {charts.map((common) => (
          <li
            key={common.chart.hash}
            {...rowLink(
              `/chart/${common.chart.hash}`,
              'cardrow grid-cols-[3rem_minmax(0,1fr)_auto] items-center',
            )}
          >
            <span>
              <Difficulty small difficulty={common.chart.difficulty} meter={common.chart.meter} />
            </span>
            <ChartTitle common={common} />
            <div className="row-span-2 text-right text-lg">
              <Gap gap={common.gap} isRival={isRival} />
            </div>
            <p className="col-start-2 grid justify-items-start text-sm">
              <BestLink best={common.own} leads={Number(common.gap) >= 0} name="You" />
              <BestLink best={common.other} leads={Number(common.gap) <= 0} name={user.alias} />
            </p>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table
      className="dense table-fixed"
      rows={charts}
      keyOf={({ chart }) => chart.hash}
      to={({ chart }) => `/chart/${chart.hash}`}
      sort={sort}
      columns={[
        {
          head: <span className="sr-only">Level</span>,
          width: 'w-18',
          cell: ({ chart }) => <Difficulty small difficulty={chart.difficulty} meter={chart.meter} />,
        },
        { head: 'Chart', by: 'title', cell: (common) => <ChartTitle common={common} /> },
        {
          head: 'You',
          by: 'own',
          width: 'w-22',
          className: 'num',
          cell: ({ own, gap }) => <BestLink best={own} leads={Number(gap) >= 0} />,
        },
        {
          head: sort ? user.alias : <span className="block truncate">{user.alias}</span>,
          by: 'other',
          width: 'w-32',
          className: 'num',
          cell: ({ other, gap }) => <BestLink best={other} leads={Number(gap) <= 0} />,
        },
        {
          head: 'Gap',
          by: 'gap',
          width: 'w-22',
          className: 'num',
          cell: ({ gap }) => <Gap gap={gap} isRival={isRival} />,
        },
      ]}
    />
  )
}

function ChartTitle({ common: { chart } }: { common: CommonChart }) {
  const title = titleOrUnknown(chart.title)
  return (
    <Link to={`/chart/${chart.hash}`} className="hit flex min-w-0 items-baseline gap-2">
      <span className="truncate font-semibold" title={title}>
        {title}
      </span>
      <span className="mute hidden min-w-0 truncate text-xs @min-[44rem]/panel:inline">
        {artistOrUnknown(chart.artist)}
      </span>
    </Link>
  )
}

interface BestProps {
  readonly best: CommonChart['own']
  readonly leads: boolean
  /** Named where there is no column head. */
  readonly name?: string
}

function BestLink({ best, leads, name }: BestProps) {
  return (
    <Link to={`/play/${best.playId}`} className="inline-flex min-w-0 items-baseline gap-1.5">
      {name !== undefined && <span className="mute max-w-28 truncate">{name}</span>}
      <span className={leads ? '' : 'mute [&_.sc]:font-normal'}>
        <Score percent={best.score} />
      </span>
    </Link>
  )
}

interface GapProps {
  /** Percentage points, `-2.16`. */
  readonly gap: string
  readonly isRival: boolean
}

/** The viewer's score minus the other's: own colour and a plus when ahead, the rival's and a minus when behind. */
export function Gap({ gap, isRival }: GapProps) {
  const points = Number(gap)
  if (points === 0) return <span className="mute">level</span>
  if (points > 0) return <span className="ic-own font-bold">+{gap}</span>
  return <span className={`font-bold ${isRival ? 'ic-rival' : ''}`}>{gap.replace('-', '−')}</span>
}
