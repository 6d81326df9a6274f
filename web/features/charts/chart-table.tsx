import type { ChartsQuery, ListedChart } from '@stepledger/contracts/http/chart-list.ts'
import { artistOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { type SortProps, Table } from '../../lists/table.tsx'
import { MarkOf } from '../../marks/mark-of.tsx'
import { useMarks } from '../../marks/use-marks.ts'
import { Banner } from '../../ui/banner.tsx'
import { Difficulty } from '../../ui/difficulty.tsx'
import { stepsTypeLabel } from '../../ui/steps-type.ts'
import { Time } from '../../ui/time.tsx'
import { PacksOfChart, SongName, stepartistOf } from './listed-chart.tsx'

export const chartColumns = [
  { column: 'songName', label: 'Song' },
  { column: 'rating', label: 'Rating' },
  { column: 'createdAt', label: 'Added' },
] as const

/** The class of columns that are hidden on narrow screens. */
const whenWide = 'hidden lg:[display:table-cell]'

interface Props extends SortProps<ChartsQuery['orderBy']> {
  /** Null while loading. */
  readonly charts: readonly ListedChart[] | null
}

/** Charts as a table; a click anywhere on a row opens the chart. */
export function ChartTable({ charts, ...sort }: Props) {
  const marks = useMarks(charts?.map(({ hash }) => hash) ?? [])
  return (
    <Table
      rows={charts}
      keyOf={({ hash }) => hash}
      to={({ hash }) => `/chart/${hash}`}
      sort={sort}
      columns={[
        {
          head: 'Song',
          by: 'songName',
          cell: (chart) => (
            <div className="flex min-w-0 items-center gap-3">
              <Banner hash={chart.hash} source={chart} />
              <div className="min-w-0">
                <Link className="block truncate font-semibold" to={`/chart/${chart.hash}`}>
                  <SongName chart={chart} />
                </Link>
                <span className="mute block truncate text-xs">{artistOrUnknown(chart.artist)}</span>
              </div>
            </div>
          ),
        },
        {
          head: 'Steps Type',
          width: 'hidden w-24 lg:[display:table-column]',
          className: whenWide,
          cellClass: 'mute',
          cell: ({ stepsType }) => stepsTypeLabel(stepsType) ?? '-',
        },
        marks && { head: 'Yours', width: 'w-16', cell: ({ hash }) => <MarkOf mark={marks.get(hash)} /> },
        {
          head: 'Rating',
          by: 'rating',
          width: 'w-34',
          cell: ({ difficulty, meter }) => <Difficulty difficulty={difficulty} meter={meter} />,
        },
        {
          head: 'Packs',
          width: 'w-40 xl:w-52',
          cell: ({ packs }) => <PacksOfChart packs={packs} />,
        },
        {
          head: 'Stepartist',
          width: 'hidden w-28 lg:[display:table-column] xl:w-36',
          className: whenWide,
          cellClass: 'mute truncate',
          cell: (chart) => stepartistOf(chart) ?? '-',
        },
        {
          head: 'Added',
          by: 'createdAt',
          width: 'w-28 xl:w-32',
          className: 'num',
          cellClass: 'mute',
          cell: ({ createdAt }) => <Time at={createdAt} format="day" />,
        },
      ]}
    />
  )
}
