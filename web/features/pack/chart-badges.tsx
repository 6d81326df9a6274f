import type { SimfileChart } from '@stepledger/contracts/http/shapes/pack.ts'
import { Link } from 'react-router-dom'
import { Difficulty } from '../../ui/difficulty.tsx'
import { stepsTypeLabel } from '../../ui/steps-type.ts'

const defaultType = 'dance-single'

const keyOf = ({ hash, difficulty, meter }: SimfileChart) => `${hash} ${difficulty} ${meter}`

/** The charts of a song as linked badges; other steps types are labelled. */
export function ChartBadges({ charts }: { charts: readonly SimfileChart[] }) {
  const types = [...new Set([defaultType, ...charts.map(({ stepsType }) => stepsType)])]
  return (
    <div className="flex flex-wrap items-center gap-x-3 max-md:-mb-2 md:gap-y-1">
      {types.map((type) => {
        // A simfile may contain a chart twice.
        const ofType = new Map(
          charts.filter(({ stepsType }) => stepsType === type).map((chart) => [keyOf(chart), chart]),
        )
        if (ofType.size === 0) return null
        return (
          <div key={type} className="flex flex-wrap items-center gap-x-1.5 md:gap-y-1">
            {type !== defaultType && <span className="mute text-xs">{stepsTypeLabel(type)}</span>}
            {[...ofType].map(([key, { hash, difficulty, meter }]) => (
              <Link key={key} to={`/chart/${hash}`} className="flex py-2.5 md:py-0">
                <Difficulty small difficulty={difficulty} meter={meter} />
              </Link>
            ))}
          </div>
        )
      })}
    </div>
  )
}
