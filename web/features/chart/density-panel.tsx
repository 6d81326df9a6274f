import type { ChartPage } from '@stepledger/contracts/http/charts.ts'
import { useMemo } from 'react'
import { Measured } from '../../ui/figure/measured.tsx'
import { multiplesAround, roundStep, songTicks } from '../../ui/figure/ticks.ts'
import { formatLength } from '../../ui/format.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The density over the song; renders nothing while the chart is unknown. */
export function DensityPanel({ chart }: { chart: ChartPage }) {
  const { nps, length, peakNps, stream } = chart
  const segments = useMemo(
    () =>
      segmentsOf(
        nps.map(({ x, y }) => [x, y]),
        length,
      ),
    [nps, length],
  )
  if (segments.length === 0) return null
  return (
    <Panel title="Notes per Second" aside={peakNps !== null && `peak ${peakNps.toFixed(1)}`}>
      <div className="px-2 pt-2 md:px-4">
        <Measured height={figure.height}>{(width) => <Drawing segments={segments} width={width} />}</Measured>
      </div>
      {stream && hasRun(stream) && (
        <div className="border-t border-line px-4 py-3">
          <h3 className="text-sm font-semibold">Stream</h3>
          <p className="mt-1 font-semibold break-words">{stream}</p>
        </div>
      )}
    </Panel>
  )
}

/** Whether a stream is at least four measures long. */
const hasRun = (stream: string) => stream.split(/\D+/).some((measures) => Number(measures) >= 4)

/** px. Redrawn for each width, so that the text keeps its size. Right of the bars is the average's label. */
const figure = { height: 168, left: 28, right: 52, top: 22, bottom: 24 } as const
const minBarWidth = 2
const timeLabelWidth = 64

function Drawing({ segments, width }: { segments: readonly Segment[]; width: number }) {
  const { height, left, top } = figure
  const right = width - figure.right
  const bottom = height - figure.bottom
  const [from, to] = [Math.min(0, segments[0]?.from ?? 0), segments.at(-1)?.to ?? 1]
  const maxBars = Math.floor((right - left) / minBarWidth)
  const bars = useMemo(() => downsampled(segments, maxBars), [segments, maxBars])
  const peak = Math.max(...bars.map(({ nps }) => nps))
  const average = averageNps(segments)
  const ticks = npsTicks(peak)
  const x = (seconds: number) => left + ((seconds - from) / (to - from)) * (right - left)
  const y = (nps: number) => bottom - (nps / (ticks.at(-1) ?? 1)) * (bottom - top)
  const gap = (right - left) / bars.length >= 4 ? 1 : 0
  const outline = ({ from, to, nps }: Segment) => {
    const [start, end] = [x(from), Math.max(x(to) - gap, x(from) + 1)]
    return `M${start.toFixed(1)} ${bottom}V${y(nps).toFixed(1)}H${end.toFixed(1)}V${bottom}z`
  }
  const densest = bars.filter(({ nps }) => nps === peak && nps > 0)
  const [first] = densest
  const label = `Notes per second: average ${average.toFixed(1)}, peak ${peak.toFixed(1)}${first ? ` at ${formatLength(first.from)}` : ''}`
  return (
    <svg className="fig" viewBox={`0 0 ${width} ${height}`} height={height} role="img" aria-label={label}>
      {ticks.map((nps) => (
        <g key={nps}>
          <path className={nps === 0 ? 'gl2' : 'gl'} d={`M${left} ${y(nps)}H${right}`} />
          <text x={left - 8} y={y(nps) + 4} textAnchor="end">
            {nps}
          </text>
        </g>
      ))}
      <path
        className="fp"
        opacity=".5"
        d={bars
          .filter(({ nps }) => nps < peak)
          .map(outline)
          .join('')}
      />
      <path className="fp" d={densest.map(outline).join('')} />
      {first && (
        <text
          className="halo tb"
          x={Math.min(Math.max((x(first.from) + x(first.to)) / 2, left + 14), right - 14)}
          y={y(peak) - 6}
          textAnchor="middle"
        >
          {peak.toFixed(1)}
        </text>
      )}
      <path className="avg-halo" d={`M${left} ${y(average)}H${right}`} />
      <path className="avg" d={`M${left} ${y(average)}H${right + 4}`} />
      <text x={right + 8} y={y(average) - 2}>
        average
      </text>
      <text className="tb" x={right + 8} y={y(average) + 11}>
        {average.toFixed(1)}
      </text>
      {songTicks(from, to, Math.floor((right - left) / timeLabelWidth)).map((seconds) => (
        <text key={seconds} x={x(seconds)} y={height - 6} textAnchor={seconds === 0 ? 'start' : 'middle'}>
          {formatLength(seconds)}
        </text>
      ))}
    </svg>
  )
}

/** [seconds into the song, notes per second until the next point] */
type DensityPoints = readonly (readonly [number, number])[]

/** A segment of the song; seconds. */
interface Segment {
  readonly from: number
  readonly to: number
  readonly nps: number
}

/**
 * The segments between the points. The last one is as long as the one before, or lasts to the end of the song.
 * `length`: seconds, null if unknown.
 */
export function segmentsOf(points: DensityPoints, length: number | null): Segment[] {
  return points.map(([from, nps], i) => {
    const next = points[i + 1]?.[0]
    const before = from - (points[i - 1]?.[0] ?? from - 1)
    return { from, to: next ?? Math.max(from + before, length ?? 0), nps }
  })
}

/** Downsamples to at most `limit` segments of equal length, each with the highest density within it. */
export function downsampled(segments: readonly Segment[], limit: number): Segment[] {
  const [from, to] = [segments[0]?.from ?? 0, segments.at(-1)?.to ?? 0]
  if (segments.length <= limit) return [...segments]
  const step = (to - from) / limit
  const columns = Array.from({ length: limit }, (_, i) => ({
    from: from + i * step,
    to: from + (i + 1) * step,
    nps: 0,
  }))
  for (const { nps, ...segment } of segments) {
    const first = Math.floor((segment.from - from) / step)
    const last = Math.max(first, Math.ceil((segment.to - from) / step) - 1)
    for (const column of columns.slice(first, last + 1)) column.nps = Math.max(column.nps, nps)
  }
  return columns
}

/** Average notes per second over the whole song, breaks included. */
export function averageNps(segments: readonly Segment[]): number {
  const notes = segments.reduce((sum, { from, to, nps }) => sum + (to - from) * nps, 0)
  const seconds = segments.reduce((sum, { from, to }) => sum + to - from, 0)
  return seconds > 0 ? notes / seconds : 0
}

/** Axis ticks: round numbers from 0 to at least the peak, at most five. */
export function npsTicks(peak: number): number[] {
  return multiplesAround(0, peak, roundStep(peak, 4, 1))
}
