import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { counted } from '../../ui/count-text.ts'
import { RowDifficulty } from '../../ui/difficulty.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useRowLink } from '../../ui/lists/use-row-link.ts'

/** The most played charts among the last thousand plays. */
export function MostPlayed({ charts }: { charts: HomePage['mostPlayed'] }) {
  const rowLink = useRowLink()
  if (charts.length === 0) return <Empty title="No charts available" />
  return (
    <ol>
      {charts.map((chart) => (
        <li
          key={chart.hash}
          {...rowLink(
            `/chart/${chart.hash}`,
            'flex min-h-[2.625rem] items-center gap-3 border-b border-line px-4 last:border-0',
          )}
        >
          <RowDifficulty chart={chart} />
          <Link to={`/chart/${chart.hash}`} className="hit block min-w-0 flex-1">
            <span className="block truncate font-semibold leading-4">{titleOrUnknown(chart.title)}</span>
            <span className="mute block truncate text-xs">{artistOrUnknown(chart.artist)}</span>
          </Link>
          <span className="mute whitespace-nowrap text-sm">{counted(chart.plays, 'play')}</span>
        </li>
      ))}
    </ol>
  )
}
