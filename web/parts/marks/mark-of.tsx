import { Grade } from '../../ui/score.tsx'
import type { OwnMark } from './use-marks.ts'

/** The viewer's grade on a chart; a dash for a chart played without a score that counts, nothing for an unplayed one. */
export function MarkOf({ mark }: { mark: OwnMark | undefined }) {
  if (!mark) return <span className="sr-only">Not played</span>
  if (!mark.best)
    return (
      <span className="mute" title="Played, without a score that counts">
        –
      </span>
    )
  const title = `Your best: ${mark.best.score}%`
  return (
    <span title={title}>
      <span className="sr-only">{title}, </span>
      <Grade grade={mark.best.grade} ranked={mark.ranked} />
    </span>
  )
}
