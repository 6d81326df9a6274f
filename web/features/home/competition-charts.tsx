import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { Difficulty } from '../../ui/difficulty.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { useFirstRows } from './use-first-rows.tsx'

/** The charts of the event's current round. */
export function CompetitionCharts({ charts }: { charts: HomePage['charts'] }) {
  const [rows, more] = useFirstRows(charts)
  if (charts.length === 0) return <Empty title="No charts available" />
  return (
    <>
      <Table
        className="mid table-fixed"
        rows={rows}
        keyOf={({ hash }) => hash}
        to={({ hash }) => `/chart/${hash}`}
        columns={[
          {
            head: 'Chart',
            cell: (chart) => (
              <Link to={`/chart/${chart.hash}`} className="block min-w-0">
                <span className="block truncate font-semibold">{titleOrUnknown(chart.title)}</span>
                <span className="mute block truncate text-xs">
                  {chart.artist}
                  <span className="sm:hidden"> · {chart.credit || 'Unknown'}</span>
                </span>
              </Link>
            ),
          },
          {
            head: 'Difficulty',
            width: 'w-29',
            cell: ({ difficulty, meter }) => <Difficulty difficulty={difficulty} meter={meter} />,
          },
          {
            head: 'Chart Artist',
            width: 'hidden w-27 sm:[display:table-column]',
            className: 'hidden sm:[display:table-cell]',
            cellClass: 'mute truncate text-sm',
            cell: ({ credit }) => credit || 'Unknown',
          },
        ]}
      />
      {more && <p className="border-t border-line px-4 py-2.5 text-sm">{more}</p>}
    </>
  )
}
