import type { SessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { Panel } from '../../ui/panel.tsx'
import { AccuracyFigure } from './accuracy-figure.tsx'
import { type AccuracyMark, accuracyPoints } from './accuracy-layout.ts'

const legend: readonly (readonly [AccuracyMark, string])[] = [
  ['moment', 'Best moment'],
  ['play', 'Play'],
  ['failed', 'Failed'],
]

export function AccuracyPanel({ session }: { session: SessionPage }) {
  const points = accuracyPoints(session)
  const { part } = session.day
  const title = `Accuracy over the ${part.charAt(0).toUpperCase()}${part.slice(1)}`
  return (
    <Panel title={title} aside="mean error, ms">
      {points.length === 0 ? (
        <p className="mute pad text-sm">No step was hit in these plays.</p>
      ) : (
        <div className="px-3 pt-3 pb-1">
          <AccuracyFigure points={points} />
        </div>
      )}
      <div
        className="mute flex flex-wrap gap-x-4 gap-y-0.5 border-t border-line px-4 py-1.5 text-xs"
        aria-hidden="true"
      >
        {legend.map(([mark, name]) => (
          <span key={mark} className="inline-flex items-center gap-2">
            <svg viewBox="0 0 12 12" className="size-3" aria-hidden="true">
              {mark === 'failed' ? (
                <path className="acc-failed" d="M2 2l8 8m0 -8l-8 8" />
              ) : (
                <circle className={`acc-${mark}`} cx="6" cy="6" r="3.5" />
              )}
            </svg>
            {name}
          </span>
        ))}
      </div>
    </Panel>
  )
}
