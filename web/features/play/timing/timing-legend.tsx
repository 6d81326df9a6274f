import type { ReactNode } from 'react'
import type { Timeline } from './model/timeline.ts'

interface Props {
  readonly timeline: Timeline
  readonly peakNps: number | null
  readonly withMean: boolean
}

/** The legend; lists only what is drawn. */
export function TimingLegend({ timeline: { lifebar, density }, peakNps, withMean }: Props) {
  return (
    <ul className="mute flex min-h-7 flex-wrap gap-x-4 gap-y-0.5 border-t border-line bg-(--well) px-4 py-1.5 text-xs">
      {withMean && (
        <Item sign={<i className="w-4 border-t border-dashed border-base-content" />}>Mean offset</Item>
      )}
      {lifebar && (
        <Item sign={<i className="h-0.5 w-4 bg-base-content" />}>
          {lifebar.ownScale ? 'Lifebar (own scale)' : 'Lifebar'}
        </Item>
      )}
      {density && (
        <Item sign={<i className="h-2.5 w-3 bg-primary opacity-50" />}>
          {peakNps === null ? 'NPS' : `NPS, peak ${peakNps.toFixed(1)}`}
        </Item>
      )}
      {!lifebar && !density && <li>The game sent no lifebar and no notes per second for this play.</li>}
    </ul>
  )
}

function Item({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-2">
      {sign}
      {children}
    </li>
  )
}
