import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useRowLink } from '../../lists/use-row-link.ts'
import { Difficulty } from '../../ui/difficulty.tsx'

interface Props {
  readonly chart: ChartSummary
  readonly note: ReactNode
  /** At the right: why this chart. */
  readonly reason: ReactNode
}

/** A suggested chart; a click anywhere on it opens the chart. */
export function SuggestionRow({ chart, note, reason }: Props) {
  const rowLink = useRowLink()
  const title = titleOrUnknown(chart.title)
  return (
    <li
      {...rowLink(
        `/chart/${chart.hash}`,
        'grid min-h-14 grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-1.5 last:border-0',
      )}
    >
      <span>
        <Difficulty small difficulty={chart.difficulty} meter={chart.meter} />
      </span>
      <div className="min-w-0">
        <Link to={`/chart/${chart.hash}`} className="hit block truncate font-semibold" title={title}>
          {title}
        </Link>
        <div className="mute line-clamp-2 text-sm wrap-anywhere">{note}</div>
      </div>
      <div className="flex items-center gap-2 text-right">{reason}</div>
    </li>
  )
}
