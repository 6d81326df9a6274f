import type { SessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { Measured } from '../../ui/figure/measured.tsx'
import { multiplesAround } from '../../ui/figure/ticks.ts'
import { clock, counted } from '../../ui/format.tsx'
import { Panel } from '../../ui/panel.tsx'

const legend: readonly (readonly [AccuracyMark, string])[] = [
  ['moment', 'Best moment'],
  ['play', 'Play'],
  ['failed', 'Failed'],
]

/** Bests are filled, other plays hollow, fails a cross. */
const looks = {
  moment: 'fill-(--own) stroke-(--own) stroke-2',
  play: 'fill-base-100 stroke-(--own) stroke-[1.75]',
  failed: 'fill-none stroke-(--jmi) stroke-2',
} as const

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
          <Measured height={figure.height}>{(width) => <Drawing points={points} width={width} />}</Measured>
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
                <path className={looks.failed} d="M2 2l8 8m0 -8l-8 8" />
              ) : (
                <circle className={looks[mark]} cx="6" cy="6" r="3.5" />
              )}
            </svg>
            {name}
          </span>
        ))}
      </div>
    </Panel>
  )
}

/** px. Redrawn for each width, so that the text keeps its size. */
const figure = { height: 264, left: 34, right: 14, top: 18, bottom: 40 } as const
const timeLabelWidth = 84

/** The mean error of each play over time. Smaller errors are higher. `points`: at least one. */
function Drawing({ points, width }: { points: readonly AccuracyPoint[]; width: number }) {
  const { height, left, top } = figure
  const right = width - figure.right
  const bottom = height - figure.bottom
  const [start, end] = [itemAt(points, 0).at, itemAt(points, points.length - 1).at]
  const ticks = errorTicks(points.map(({ error }) => error))
  const [least, most] = [itemAt(ticks, 0), itemAt(ticks, ticks.length - 1)]
  // A single play is in the middle.
  const x = (at: number) =>
    end === start ? (left + right) / 2 : left + 10 + ((at - start) / (end - start)) * (right - left - 20)
  const y = (error: number) => top + ((error - least) / (most - least)) * (bottom - top)
  const line = points.filter(({ mark }) => mark !== 'failed')
  const path = line.map(({ at, error }) => `${x(at).toFixed(1)} ${y(error).toFixed(1)}`).join('L')
  return (
    <svg
      className="fig"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      role="img"
      aria-label={summaryOf(points)}
    >
      {ticks.map((error) => (
        <g key={error}>
          <path className="gl" d={`M${left} ${y(error)}H${right}`} />
          <text x={left - 8} y={y(error) + 4} textAnchor="end">
            {error}
          </text>
        </g>
      ))}
      {clockTicks(start, end, Math.floor((right - left) / timeLabelWidth)).map((at) => (
        <text key={at} x={x(at)} y={height - 8} textAnchor="middle">
          {clock(new Date(at))}
        </text>
      ))}
      {line.length > 1 && (
        <path className="fill-none stroke-(--own) stroke-2 [stroke-linejoin:round]" d={`M${path}`} />
      )}
      {points.map(({ playId, at, error, mark }) => {
        const [cx, cy] = [x(at), y(error)]
        const text = `${clock(new Date(at))}: ${error.toFixed(1)} ms`
        return mark === 'failed' ? (
          <path key={playId} className={looks.failed} d={`M${cx - 4} ${cy - 4}l8 8m0 -8l-8 8`}>
            <title>{text}</title>
          </path>
        ) : (
          <circle key={playId} className={looks[mark]} cx={cx} cy={cy} r="3.5">
            <title>{text}</title>
          </circle>
        )
      })}
    </svg>
  )
}

function summaryOf(points: readonly AccuracyPoint[]): string {
  const errors = points.map(({ error }) => error)
  const text = (error: number) => `${error.toFixed(1)} ms`
  const plays = counted(points.length, 'play')
  return `Mean error of ${plays}: from ${text(itemAt(errors, 0))} at the start to ${text(itemAt(errors, errors.length - 1))} at the end, at best ${text(Math.min(...errors))}, at worst ${text(Math.max(...errors))}`
}

type AccuracyMark = 'moment' | 'play' | 'failed'

interface AccuracyPoint {
  readonly playId: number
  /** Time of play, ms since 1970. */
  readonly at: number
  /** Mean absolute offset of the steps, ms. */
  readonly error: number
  readonly mark: AccuracyMark
}

/** The plays of a session in order of time, without those in which every step was missed. */
export function accuracyPoints({ data, moments }: Pick<SessionPage, 'data' | 'moments'>): AccuracyPoint[] {
  return data.toReversed().flatMap(({ playId, createdAt, meanAbsolute, passed, onBoard }) => {
    if (meanAbsolute === null) return []
    const isMoment = moments.includes(playId) || Number(onBoard?.change ?? 0) > 0
    const mark = passed === false ? 'failed' : isMoment ? 'moment' : 'play'
    return [{ playId, at: Date.parse(createdAt), error: meanAbsolute, mark }]
  })
}

/** Steps between labelled values, ms. */
const steps = [1, 2, 2.5, 5, 10, 20, 25, 50] as const

/** Returns round values around all errors, ms: two at least, six at most. */
export function errorTicks(errors: readonly number[]): number[] {
  const [least, most] = [Math.min(...errors), Math.max(...errors)]
  const step = steps.find((each) => Math.ceil(most / each) - Math.floor(least / each) <= 4) ?? 100
  return multiplesAround(least, most, step)
}

/** Minutes between labelled times. */
const minutes = [5, 10, 15, 30, 60, 120, 240] as const

/** Returns round times within a span, ms since 1970, at most `most`. Zones differ from UTC by quarters of an hour. */
export function clockTicks(from: number, to: number, most: number): number[] {
  const step = (minutes.find((each) => (to - from) / (each * 60_000) < most) ?? 480) * 60_000
  const ticks: number[] = []
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) ticks.push(at)
  return ticks
}
