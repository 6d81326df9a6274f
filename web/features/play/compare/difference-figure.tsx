import { useRef } from 'react'
import { songTicks } from '../../../ui/figure/ticks.ts'
import { fitted } from '../../../ui/fitted.ts'
import { formatLength } from '../../../ui/format-length.ts'
import { useSize } from '../../../ui/use-size.ts'
import { type Difference, differenceTicks } from './difference.ts'

/** px. */
const figure = { height: 168, left: 44, right: 16, top: 12, bottom: 24 } as const
const timeLabelWidth = 72
const letterWidth = 7

interface Props {
  readonly difference: Difference
  readonly own: string
  readonly other: string
  readonly otherIsRival: boolean
}

/** The difference of two plays over the song: above zero the first is ahead, below it the other one. */
export function DifferenceFigure(props: Props) {
  const container = useRef<HTMLDivElement>(null)
  const width = useSize(container)?.width ?? 0
  return (
    <div ref={container} style={{ height: figure.height }}>
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  )
}

function Drawing({ difference, own, other, otherIsRival, width }: Props & { readonly width: number }) {
  const { height, left, top } = figure
  const right = width - figure.right
  const bottom = height - figure.bottom
  const ticks = differenceTicks(difference)
  const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const end = Math.max(1, difference.at(-1)?.[0] ?? 1)
  const x = (seconds: number) => left + (seconds / end) * (right - left)
  const y = (points: number) => bottom - ((points - lowest) / (highest - lowest)) * (bottom - top)
  const zero = y(0)
  const path = difference.map(([time, ahead]) => `${x(time).toFixed(1)} ${y(ahead).toFixed(1)}`).join('L')
  const area = `M${x(difference[0]?.[0] ?? 0).toFixed(1)} ${zero}L${path}L${x(end).toFixed(1)} ${zero}z`
  const last = difference.at(-1)?.[1] ?? 0
  const digits = ticks.some((tick) => !Number.isInteger(tick)) ? 1 : 0
  const ahead = last >= 0 ? own : other
  const letters = (right - left) / letterWidth - ' ahead'.length
  return (
    <svg
      className="fig"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      role="img"
      aria-label={`Difference over the song: ${ahead} ahead by ${Math.abs(last).toFixed(2)} points after the last step`}
    >
      <clipPath id="ahead">
        <rect x={left} y={top} width={right - left} height={Math.max(0, zero - top)} />
      </clipPath>
      <clipPath id="behind">
        <rect x={left} y={zero} width={right - left} height={Math.max(0, bottom - zero)} />
      </clipPath>
      {ticks.map((points) => (
        <g key={points}>
          <path className={points === 0 ? 'gl2' : 'gl'} d={`M${left} ${y(points)}H${right}`} />
          <text x={left - 8} y={y(points) + 4} textAnchor="end" className={points === 0 ? 'tb' : ''}>
            {points > 0 ? '+' : points < 0 ? '−' : ''}
            {Math.abs(points).toFixed(digits)}
          </text>
        </g>
      ))}
      {difference.length > 1 && (
        <>
          <path className="darea first" d={area} clipPath="url(#ahead)" />
          <path className={`darea ${otherIsRival ? 'against' : ''}`} d={area} clipPath="url(#behind)" />
          <path className="dline" d={`M${path}`} />
        </>
      )}
      {zero - top > 26 && (
        <text className="halo tb" x={left + 6} y={zero - 6}>
          {fitted(own, letters)} ahead
        </text>
      )}
      {bottom - zero > 26 && (
        <text className="halo tb" x={left + 6} y={zero + 15}>
          {fitted(other, letters)} ahead
        </text>
      )}
      {songTicks(0, end, Math.floor((right - left) / timeLabelWidth)).map((seconds) => (
        <text key={seconds} x={x(seconds)} y={height - 6} textAnchor={seconds === 0 ? 'start' : 'middle'}>
          {formatLength(seconds)}
        </text>
      ))}
    </svg>
  )
}
