import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { Banner } from './banner.tsx'
import { RowDifficulty } from './difficulty.tsx'

export function ChartCell({ chart }: { chart: ChartSummary }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Banner hash={chart.hash} source={chart} />
      {(chart.difficulty !== null || chart.meter !== null) && <RowDifficulty chart={chart} />}
      <Link to={`/chart/${chart.hash}`} className="block min-w-0 flex-1">
        <span className="block truncate font-semibold" title={titleOrUnknown(chart.title)}>
          {titleOrUnknown(chart.title)}
        </span>
        <span className="mute block truncate text-xs">{artistOrUnknown(chart.artist)}</span>
      </Link>
    </div>
  )
}
