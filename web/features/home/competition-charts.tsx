import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { useRowLink } from '../../lists/use-row-link.ts'
import { Difficulty } from '../../ui/difficulty.tsx'
import { Empty } from '../../ui/empty.tsx'

/** The charts of the event's current round. */
export function CompetitionCharts({ charts }: { charts: HomePage['charts'] }) {
  const rowLink = useRowLink()
  if (charts.length === 0) return <Empty title="No charts available" />
  return (
    <table className="t mid table-fixed">
      <colgroup>
        <col />
        <col className="w-29" />
        <col className="hidden w-27 sm:[display:table-column]" />
      </colgroup>
      <thead>
        <tr>
          <th>Chart</th>
          <th>Difficulty</th>
          <th className="hidden sm:[display:table-cell]">Chart Artist</th>
        </tr>
      </thead>
      <tbody>
        {charts.map((chart) => {
          const stepartist = chart.credit || 'Unknown'
          return (
            <tr key={chart.hash} {...rowLink(`/chart/${chart.hash}`)}>
              <td>
                <Link to={`/chart/${chart.hash}`} className="block min-w-0">
                  <span className="block truncate font-semibold">{titleOrUnknown(chart.title)}</span>
                  <span className="mute block truncate text-xs">
                    {chart.artist}
                    <span className="sm:hidden"> · {stepartist}</span>
                  </span>
                </Link>
              </td>
              <td>
                <Difficulty difficulty={chart.difficulty} meter={chart.meter} />
              </td>
              <td className="mute hidden truncate text-sm sm:[display:table-cell]">{stepartist}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
