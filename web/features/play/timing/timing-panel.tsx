import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { type CSSProperties, useDeferredValue, useMemo, useState } from 'react'
import { type Relation, useRelations } from '../../../sign-in/use-session.ts'
import { counted } from '../../../ui/format.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useDebounced } from '../../../ui/use-now.ts'
import { HistogramChart } from './histogram-chart.tsx'
import { NumbersDisclosure } from './numbers-disclosure.tsx'
import { bytesOf, judgmentProperty, type Palette, usePalette } from './palette.ts'
import { isWhole, zoomed } from './plot.ts'
import {
  judgeAll,
  judgmentName,
  ms,
  type StepField,
  songTime,
  statisticsOfSteps,
  stepsOf,
  stepsWithin,
  type Windows,
} from './steps.ts'
import { StripChart } from './strip-chart.tsx'
import { failedAt, timelineOf } from './timeline.ts'
import { type OtherSteps, TimingChart } from './timing-chart.tsx'
import { anchorOf, keyZoom, useViewport, type Viewport } from './use-viewport.ts'

interface Props {
  readonly play: Play
  /** The windows of the active system. */
  readonly windows: Windows
  /** A play of the same chart to compare with; null for none. */
  readonly other: Play | null
}

/** The debounce of the screen reader announcement, ms. */
const announceDelay = 600

/** The timing charts of a play and their statistics. All charts show the same span. */
export function TimingPanel({ play, windows, other }: Props) {
  const names = useMemo(() => [...windows.map((window) => window.name), 'Miss'], [windows])
  const palette = usePalette(names)
  const steps = useMemo(() => stepsOf(play.timingData), [play.timingData])
  const field = useMemo(
    () => ({ steps, judgments: judgeAll(windows, steps), miss: windows.length }),
    [steps, windows],
  )
  const compared = useOtherSteps(play, other, palette)
  const { lifebarInfo, npsData, peakNps, statistics } = play
  const timeline = useMemo(() => timelineOf({ lifebarInfo, npsData }, steps), [lifebarInfo, npsData, steps])
  const { whole } = timeline
  const failed = useMemo(
    () => failedAt(play.passed, timeline.lifebar, steps),
    [play.passed, timeline.lifebar, steps],
  )
  const viewport = useViewport(whole)
  const [index, setIndex] = useState<number | null>(null)

  // Deferred: the statistics of the visible part must not delay the charts.
  const seen = useDeferredValue(viewport.span)
  const visibleRange = useMemo(
    () => (isWhole(whole, seen) ? null : stepsWithin(steps, seen)),
    [steps, whole, seen],
  )
  const shown = useMemo(
    () => (visibleRange === null ? statistics : statisticsOfSteps(field, visibleRange)),
    [field, visibleRange, statistics],
  )
  const rested = useDebounced(viewport.span, announceDelay)
  const shared = { viewport, failed, palette, index, onPick: setIndex }
  return (
    <Panel
      title="Timing"
      className="mt-4 md:mt-6"
      aside={<StepReadout field={field} windows={windows} index={index} />}
    >
      <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0">
          <TimingChart
            field={field}
            windows={windows}
            mean={shown?.mean ?? null}
            other={compared}
            {...shared}
          />
          {other && <ComparedLegend play={play} other={other} />}
          <StripChart
            steps={steps}
            timeline={timeline}
            peakNps={peakNps}
            withMean={shown !== null}
            {...shared}
          />
          <ViewportBar
            viewport={viewport}
            chosen={index === null ? null : (steps.times[index] ?? null)}
            rested={rested}
          />
        </div>
        <div className="flex flex-col border-t border-line lg:border-t-0 lg:border-l">
          <TimingStatistics
            statistics={shown}
            steps={visibleRange === null ? null : visibleRange.to - visibleRange.from}
          />
          <HistogramChart
            steps={steps}
            visibleRange={visibleRange}
            windows={windows}
            mean={shown?.mean ?? null}
            palette={palette}
          />
        </div>
      </div>
      <NumbersDisclosure field={field} windows={windows} timeline={timeline} peakNps={peakNps} />
    </Panel>
  )
}

interface StepReadoutProps {
  readonly field: StepField
  readonly windows: Windows
  readonly index: number | null
}

/** Time, offset and judgment of the selected step. Not announced, because the chart itself is. */
function StepReadout({ field, windows, index }: StepReadoutProps) {
  if (index === null) {
    return (
      <span className="mute truncate text-xs sm:text-sm print:hidden" aria-hidden="true">
        <span className="hidden sm:not-pointer-coarse:inline">Hover a step, or use ← →</span>
        <span className="sm:not-pointer-coarse:hidden">Tap a step</span>
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

const colourOf = (palette: Palette, relation: Relation, other: string) =>
  relation === 'own' ? palette.own : relation === 'rival' ? palette.rival : other

/** The steps of the other play with the colours of both players; two plays of one player differ in ink. */
function useOtherSteps(play: Play, other: Play | null, palette: Palette): OtherSteps | null {
  const relationTo = useRelations()
  return useMemo(() => {
    if (other === null) return null
    const isSame = other.user.id === play.user.id
    return {
      steps: stepsOf(other.timingData),
      colour: colourOf(palette, isSame ? null : relationTo(other.user.id), palette.ink2),
      ownColour: bytesOf(colourOf(palette, relationTo(play.user.id), palette.ink)),
    }
  }, [play.user.id, other, palette, relationTo])
}

const text = { own: 'text-(--own)', rival: 'text-(--rival)' } as const

function ComparedLegend({ play, other }: { play: Play; other: Play }) {
  const relationTo = useRelations()
  const relation = relationTo(play.user.id)
  const isSame = other.user.id === play.user.id
  const otherRelation = isSame ? null : relationTo(other.user.id)
  return (
    <ul className="flex flex-wrap gap-x-4 border-t border-line bg-(--well) px-4 py-1.5 text-xs">
      <li className={`flex min-w-0 items-center gap-2 ${relation ? text[relation] : ''}`}>
        <i className="size-1.5 shrink-0 rounded-full bg-current" />
        <span className="truncate">{relation === 'own' ? 'You' : play.user.alias}</span>
        {isSame && ', this play'}
      </li>
      <li className={`flex min-w-0 items-center gap-2 ${otherRelation ? text[otherRelation] : 'mute'}`}>
        <i className="size-2 shrink-0 rounded-full border border-current" />
        <span className="truncate">{otherRelation === 'own' ? 'You' : other.user.alias}</span>
        {isSame && ', the other play'}
      </li>
    </ul>
  )
}

interface TimingStatisticsProps extends Pick<Play, 'statistics'> {
  /** The number of visible steps; null when all are visible. */
  readonly steps: number | null
}

function TimingStatistics({ statistics, steps }: TimingStatisticsProps) {
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

interface ViewportBarProps {
  readonly viewport: Viewport
  /** The selected step's time, song seconds: the zoom anchor. */
  readonly chosen: number | null
  /** The debounced span, for the screen reader announcement. */
  readonly rested: Viewport['span']
}

function ViewportBar({ viewport, chosen, rested }: ViewportBarProps) {
  const { whole, span, glide, goal, isWhole } = viewport
  const length = whole.to - whole.from
  const thumb: CSSProperties = {
    left: `${((span.from - whole.from) / length) * 100}%`,
    width: `${((span.to - span.from) / length) * 100}%`,
  }
  const zoom = (factor: number) => glide(zoomed(whole, goal(), factor, anchorOf(goal(), chosen)))
  const button = 'btn btn-square size-10 md:size-8'
  return (
    <div className="border-t border-line print:hidden">
      <div className={`relative h-1 ${isWhole ? '' : 'bg-(--well)'}`} aria-hidden="true">
        {!isWhole && <div className="absolute h-full min-w-1 bg-base-content" style={thumb} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-1.5 text-sm">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields. */}
        <div className="flex gap-1" role="group" aria-label="View of the timing charts">
          <button
            type="button"
            className={button}
            aria-label="Zoom out"
            title="Zoom out (−)"
            disabled={isWhole}
            onClick={() => zoom(1 / keyZoom)}
          >
            <Icon name="minus" />
          </button>
          <button
            type="button"
            className={button}
            aria-label="Zoom in"
            title="Zoom in (+)"
            onClick={() => zoom(keyZoom)}
          >
            <Icon name="plus" />
          </button>
          <button
            type="button"
            className="btn h-10 px-3 text-sm font-semibold md:h-8"
            title="Show the whole song (0)"
            disabled={isWhole}
            onClick={() => glide(whole)}
          >
            Whole song
          </button>
        </div>
        <span className="whitespace-nowrap" aria-hidden="true">
          {songTime(span.from, isWhole ? 0 : 1)}–{songTime(span.to, isWhole ? 0 : 1)}
          {!isWhole && <span className="mute"> of {songTime(length)}</span>}
        </span>
        <span className="sr-only" role="status">
          {rested.from === whole.from && rested.to === whole.to
            ? ''
            : `Showing ${songTime(rested.from, 1)} to ${songTime(rested.to, 1)}`}
        </span>
        <span className="mute ml-auto hidden text-xs sm:not-pointer-coarse:inline" aria-hidden="true">
          Ctrl + scroll or + − to zoom, drag to move, 0 for the whole song
        </span>
        <span className="mute w-full text-xs sm:not-pointer-coarse:hidden" aria-hidden="true">
          Pinch to zoom, drag sideways to move
        </span>
      </div>
    </div>
  )
}
