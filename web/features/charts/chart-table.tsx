import type { ChartsQuery, ListedChart } from '@stepledger/contracts/http/chart-list.ts'
import { artistOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import type { Sorting } from '../../lists/list-address.ts'
import { skeletonRows } from '../../lists/list-body.tsx'
import { SkeletonBody } from '../../lists/skeleton-body.tsx'
import { SortHeader } from '../../lists/sort-header.tsx'
import { useRowLink } from '../../lists/use-row-link.ts'
import { MarkOf } from '../../marks/mark-of.tsx'
import { useMarks } from '../../marks/use-marks.ts'
import { Banner } from '../../ui/banner.tsx'
import { Difficulty } from '../../ui/difficulty.tsx'
import { stepsTypeLabel } from '../../ui/steps-type.ts'
import { Time } from '../../ui/time.tsx'
import { PacksOfChart, SongName, stepartistOf } from './listed-chart.tsx'

type Column = ChartsQuery['orderBy']

export const chartColumns = [
  { column: 'songName', label: 'Song' },
  { column: 'rating', label: 'Rating' },
  { column: 'createdAt', label: 'Added' },
] as const

/** The class of columns that are hidden on narrow screens. */
const whenWide = 'hidden lg:[display:table-cell]'

interface Props {
  /** Null while loading. */
  readonly charts: readonly ListedChart[] | null
  readonly sorting: Sorting<Column>
  readonly onSort: (sorting: Sorting<Column>) => void
}

/** Charts as a table; a click anywhere on a row opens the chart. */
export function ChartTable({ charts, ...sort }: Props) {
  const rowLink = useRowLink()
  const marks = useMarks(charts?.map(({ hash }) => hash) ?? [])
  return (
    <table className="t table-fixed">
      <colgroup>
        <col />
        <col className="hidden w-24 lg:[display:table-column]" />
        {marks && <col className="w-16" />}
        <col className="w-34" />
        <col className="w-40 xl:w-52" />
        <col className="hidden w-28 lg:[display:table-column] xl:w-36" />
        <col className="w-28 xl:w-32" />
      </colgroup>
      <thead>
        <tr>
          <SortHeader column="songName" label="Song" {...sort} />
          <th className={whenWide}>Steps Type</th>
          {marks && <th>Yours</th>}
          <SortHeader column="rating" label="Rating" {...sort} />
          <th>Packs</th>
          <th className={whenWide}>Stepartist</th>
          <SortHeader column="createdAt" label="Added" right {...sort} />
        </tr>
      </thead>
      {charts === null ? (
        <SkeletonBody
          rows={skeletonRows}
          columns={[whenWide, ...(marks ? [''] : []), '', '', whenWide, 'num']}
        />
      ) : (
        <tbody>
          {charts.map((chart) => (
            <tr key={chart.hash} {...rowLink(`/chart/${chart.hash}`)}>
              <td>
                <div className="flex min-w-0 items-center gap-3">
                  <Banner hash={chart.hash} source={chart} />
                  <div className="min-w-0">
                    <Link className="block truncate font-semibold" to={`/chart/${chart.hash}`}>
                      <SongName chart={chart} />
                    </Link>
                    <span className="mute block truncate text-xs">{artistOrUnknown(chart.artist)}</span>
                  </div>
                </div>
              </td>
              <td className={`mute ${whenWide}`}>{stepsTypeLabel(chart.stepsType) ?? '-'}</td>
              {marks && (
                <td>
                  <MarkOf mark={marks.get(chart.hash)} />
                </td>
              )}
              <td>
                <Difficulty difficulty={chart.difficulty} meter={chart.meter} />
              </td>
              <td>
                <PacksOfChart packs={chart.packs} />
              </td>
              <td className={`mute truncate ${whenWide}`}>{stepartistOf(chart) ?? '-'}</td>
              <td className="num mute">
                <Time at={chart.createdAt} format="day" />
              </td>
            </tr>
          ))}
        </tbody>
      )}
    </table>
  )
}
