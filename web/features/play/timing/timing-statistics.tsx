import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { counted } from '../../../ui/count-text.ts'
import { ms } from './model/format-step.ts'

interface Props extends Pick<Play, 'statistics'> {
  /** The number of visible steps; null when all are visible. */
  readonly steps: number | null
}

/** The four statistics in ms; dashes when every row was missed. */
export function TimingStatistics({ statistics, steps }: Props) {
  const rows = [
    { name: 'Mean absolute error', value: statistics && ms(statistics.meanAbsolute, 2) },
    {
      name: 'Mean offset',
      value: statistics && ms(statistics.mean, 2),
      note: 'early negative, late positive',
    },
    {
      name: 'Three times the standard deviation',
      value: statistics && ms(statistics.deviation * 3, 2),
      note: 'covers 99.7% of steps',
    },
    { name: 'Max error', value: statistics && ms(statistics.max, 1) },
  ]
  return (
    <>
      <p className="mute border-b border-line px-4 py-1.5 text-xs" aria-hidden="true">
        {steps === null ? 'All steps' : `${counted(steps, 'step')} in view`}
      </p>
      <dl className="grid grid-cols-2 lg:grid-cols-1">
        {rows.map((row, i) => (
          <div
            key={row.name}
            className={`border-b border-line px-4 py-2.5 ${i % 2 === 1 ? 'border-l lg:border-l-0' : ''}`}
          >
            <dt className="mute text-sm">{row.name}</dt>
            <dd>
              <span className="flex items-baseline gap-1">
                <span className="text-xl font-bold">{row.value ?? '–'}</span>
                {row.value !== null && <span className="mute">ms</span>}
              </span>
              {row.note !== undefined && <span className="mute block text-xs">{row.note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
