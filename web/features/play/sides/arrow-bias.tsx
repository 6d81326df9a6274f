import { type ArrowTiming, arrowNames } from '@stepledger/contracts/http/shapes/play.ts'
import { arrowPath, panelTurns } from '@stepledger/contracts/look/arrow.ts'
import { counted } from '../../../ui/count-text.ts'
import { Panel } from '../../../ui/panel.tsx'

/** The mean offset of the steps on each arrow. */
export function ArrowBias({ arrows }: { arrows: readonly ArrowTiming[] }) {
  const widest = Math.max(5, ...arrows.map(({ mean }) => Math.abs(mean)))
  return (
    <Panel title="By Arrow" aside={<span className="mute text-sm">mean offset, jumps left out</span>}>
      <ul className="px-4 py-1">
        {arrows.map(({ arrow, steps, mean }) => {
          const size = (Math.abs(mean) / widest) * 50
          const offset = Math.abs(mean).toFixed(1)
          const words = `${offset} ms${offset === '0.0' ? '' : mean < 0 ? ' early' : ' late'}`
          return (
            <li
              key={arrow}
              className="grid min-h-10 grid-cols-[1.75rem_minmax(0,1fr)_7rem] items-center gap-3"
            >
              <svg viewBox="-9 -9 18 18" className="mute size-6" role="img" aria-label={arrow}>
                <path
                  d={arrowPath}
                  fill="currentColor"
                  transform={`rotate(${panelTurns[arrowNames.indexOf(arrow)]})`}
                />
              </svg>
              <span className="relative h-2 bg-base-content/7" aria-hidden="true">
                <i className="absolute inset-y-[-3px] left-1/2 w-px bg-(--line-2)" />
                <i
                  className="absolute inset-y-0 bg-primary/50"
                  style={{ width: `${size}%`, left: mean < 0 ? `${50 - size}%` : '50%' }}
                />
              </span>
              <span className="text-right text-sm">
                <b>{words}</b>
                <span className="mute block text-xs">{counted(steps, 'step')}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
