import type { SimfileChart } from '@stepledger/contracts/http/shapes/pack.ts'
import { Link } from 'react-router-dom'
import { MarkOf } from '../../parts/marks/mark-of.tsx'
import type { OwnMark } from '../../parts/marks/use-marks.ts'
import { Difficulty } from '../../ui/difficulty.tsx'
import { stepsTypeLabel } from '../../ui/steps-type.ts'

const defaultType = 'dance-single'

const keyOf = ({ hash, difficulty, meter }: SimfileChart) => `${hash} ${difficulty} ${meter}`

interface Props {
  readonly charts: readonly SimfileChart[]
  readonly marks: ReadonlyMap<string, OwnMark> | null
}

/** The charts of a song as linked badges, each with the viewer's grade; other steps types are labelled. */
export function ChartBadges({ charts, marks }: Props) {
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
              <Link key={key} to={`/chart/${hash}`} className="flex items-center gap-1 py-2.5 md:py-0">
                <Difficulty small difficulty={difficulty} meter={meter} />
                {marks?.has(hash) && (
                  <span className="[zoom:0.72]">
                    <MarkOf mark={marks.get(hash)} />
                  </span>
                )}
              </Link>
            ))}
          </div>
        )
      })}
    </div>
  )
}
