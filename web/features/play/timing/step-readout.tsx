import { judgmentProperty } from '../judgment-colour.ts'
import { ms, songTime } from './model/format-step.ts'
import { judgmentName, type Windows } from './model/judge.ts'
import type { StepField } from './model/nearest-step.ts'

interface Props {
  readonly field: StepField
  readonly windows: Windows
  readonly index: number | null
}

/** Time, offset and judgment of the selected step. Not announced, because the chart itself is. */
export function StepReadout({ field, windows, index }: Props) {
  if (index === null) {
    return (
      <span className="mute truncate text-xs sm:text-sm print:hidden" aria-hidden="true">
        <span className="pointer-coarse:hidden">Hover a step, or use ← →</span>
        <span className="not-pointer-coarse:hidden">Tap a step</span>
      </span>
    )
  }
  const { steps, judgments, miss } = field
  const judgment = judgments[index] ?? miss
  const name = judgmentName(windows, judgment)
  return (
    <output className="mute truncate text-xs sm:text-sm" aria-live="off">
      {songTime(steps.times[index] ?? 0, 3)}
      {judgment !== miss && ` · ${ms((steps.offsets[index] ?? 0) * 1000, 1, true)} ms`}
      {' · '}
      <b style={{ color: `var(${judgmentProperty(name)})` }}>{name}</b>
    </output>
  )
}
