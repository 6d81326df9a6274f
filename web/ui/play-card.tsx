import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Banner } from './banner.tsx'
import { Difficulty } from './difficulty.tsx'
import { useRowLink } from './lists/use-row-link.ts'
import { Grade, Score } from './score.tsx'

interface Props {
  readonly chart: ChartSummary
  readonly playId: number
  readonly score: string
  readonly grade: string
  readonly ranked: boolean
  /** `own`, `rival`, `arrive`. */
  readonly className?: string
  /** Next to the artist: a short time. */
  readonly when?: ReactNode
  /** Below title and artist. */
  readonly foot: ReactNode
}

export function PlayCard({ chart, playId, score, grade, ranked, className = '', when, foot }: Props) {
  const rowLink = useRowLink()
  return (
    <li
      {...rowLink(
        `/play/${playId}`,
        `cardrow grid-cols-[3.25rem_minmax(0,1fr)_auto] pb-[0.6875rem] ${className}`,
      )}
    >
      <div className="grid content-start justify-items-start gap-1">
        <Banner hash={chart.hash} source={chart} className="w-full" />
        <Difficulty small difficulty={chart.difficulty} meter={chart.meter} />
      </div>
      <div className="min-w-0">
        <Link to={`/chart/${chart.hash}`} className="hit block">
          <span className="block truncate font-semibold">{titleOrUnknown(chart.title)}</span>
        </Link>
        <div className="mute flex items-center gap-x-2 text-xs">
          <span className="min-w-0 truncate">{artistOrUnknown(chart.artist)}</span>
          {when !== undefined && <span className="inline-flex shrink-0 items-center gap-1.5">{when}</span>}
        </div>
        <div className="mt-1 flex min-w-0 items-center gap-x-2 text-sm">{foot}</div>
      </div>
      <div className="grid content-start justify-items-end">
        <Link to={`/play/${playId}`} className="hit text-lg leading-5">
          <Score percent={score} ranked={ranked} />
        </Link>
        <Grade grade={grade} ranked={ranked} />
      </div>
    </li>
  )
}
