import type { ListedChart } from '@stepledger/contracts/http/chart-list.ts'
import { artistOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { useRowLink } from '../../lists/use-row-link.ts'
import { MarkOf } from '../../marks/mark-of.tsx'
import { useMarks } from '../../marks/use-marks.ts'
import { Banner } from '../../ui/banner.tsx'
import { Difficulty } from '../../ui/difficulty.tsx'
import { PackLink } from '../../ui/pack-link.tsx'
import { stepsTypeLabel } from '../../ui/steps-type.ts'
import { SongName, stepartistOf } from './listed-chart.tsx'

/** Charts as cards for phones; a click anywhere on a card opens the chart. */
export function ChartCards({ charts }: { charts: readonly ListedChart[] }) {
  const rowLink = useRowLink()
  const marks = useMarks(charts.map(({ hash }) => hash))
  return (
    <ul>
      {charts.map((chart) => {
        const facts = [artistOrUnknown(chart.artist), stepsTypeLabel(chart.stepsType)].filter(Boolean)
        const [pack] = chart.packs
        const stepartist = stepartistOf(chart)
        return (
          <li
            key={chart.hash}
            {...rowLink(
              `/chart/${chart.hash}`,
              marks
                ? 'cardrow grid-cols-[5rem_minmax(0,1fr)_2rem]'
                : 'cardrow grid-cols-[5rem_minmax(0,1fr)]',
            )}
          >
            <div>
              <Banner hash={chart.hash} source={chart} />
              <div className="mt-1.5">
                <Difficulty small difficulty={chart.difficulty} meter={chart.meter} />
              </div>
            </div>
            <div className="min-w-0">
              <Link className="hit block font-semibold" to={`/chart/${chart.hash}`}>
                <span className="block truncate">
                  <SongName chart={chart} />
                </span>
              </Link>
              <div className="mute truncate text-xs">{facts.join(' · ')}</div>
              {(pack || stepartist) && (
                <div className="mt-1 flex min-w-0 gap-1 text-xs leading-5">
                  {pack && <PackLink pack={pack} className="hit link max-w-[65%] shrink-0" />}
                  <span className="mute truncate">
                    {chart.packs.length > 1 && `and ${chart.packs.length - 1} more `}
                    {pack && stepartist && '· '}
                    {stepartist}
                  </span>
                </div>
              )}
            </div>
            {marks && (
              <div className="justify-self-end">
                <MarkOf mark={marks.get(chart.hash)} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
