import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import {
  type CSSProperties,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { storageOf, writeText } from '../../../app/storage.ts'
import { Icon } from '../../../ui/icon.tsx'
import { RadioButtons } from '../../../ui/radio-buttons.tsx'
import { useMedia, useSize } from '../../../ui/use-wide.ts'
import { drawBody, drawNote, drawReceptor, type Palette, partProperties, usePalette } from './draw-note.ts'
import {
  type BeatPart,
  beatParts,
  type Column,
  columnsOf,
  type Field,
  type Lane,
  lanesOf,
  type Note,
  notesBetween,
  noteY,
  type PanelMark,
  panelMarks,
  type Speed,
  speedFrom,
  speedKey,
  speeds,
  visibleSeconds,
} from './lanes.ts'
import { createPlayback, type Playback, positionLabel, type SongSpan, songSpanOf } from './playback.ts'

/** A silent preview of the chart's steps. It starts paused. */
export function StepsPlayer({ preview, stepsType }: { preview: StepPreview; stepsType: string | null }) {
  const lanes = useMemo(() => lanesOf(preview), [preview])
  const marks = useMemo(() => panelMarks(stepsType, preview.panels), [stepsType, preview.panels])
  const span = useMemo(() => songSpanOf(preview.seconds), [preview.seconds])
  const playback = useMemo(
    () =>
      createPlayback(span, {
        request: (draw) => requestAnimationFrame(draw),
        cancel: (id) => cancelAnimationFrame(id),
      }),
    [span],
  )
  const [speed, chooseSpeed] = useSpeed()

  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  useEffect(() => {
    if (isStill) playback.pause()
    return playback.pause
  }, [isStill, playback])

  return (
    <>
      <StepsCanvas lanes={lanes} marks={marks} speed={speed} playback={playback} />
      <StepsLegend lanes={lanes} />
      <div className="border-t border-line">
        <StepsControls playback={playback} span={span} speed={speed} onSpeed={chooseSpeed} />
      </div>
    </>
  )
}

function StepsLegend({ lanes }: { lanes: readonly Lane[] }) {
  const used = new Set(lanes.flatMap(({ notes }) => notes.map(({ part }) => part)))
  return (
    <ul
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs"
      aria-label="Colours"
    >
      {beatParts
        .filter((part) => used.has(part))
        .map((part) => (
          <li key={part} className="inline-flex items-center gap-1.5">
            <i className="size-2.5" style={colourOf(part)} />
            {part}
          </li>
        ))}
    </ul>
  )
}

function colourOf(part: BeatPart): CSSProperties {
  return { background: `var(${partProperties[part]})` }
}

/** The scroll speed and its setter; stored, and synchronised across tabs. */
function useSpeed(): [Speed, (speed: Speed) => void] {
  const [speed, setSpeed] = useState(() => speedFrom(storageOf(window).getItem(speedKey)))

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === speedKey) setSpeed(speedFrom(event.newValue))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  const choose = (next: Speed) => {
    setSpeed(next)
    writeText(storageOf(window), speedKey, next)
  }
  return [speed, choose]
}

interface Props {
  readonly lanes: readonly Lane[]
  readonly marks: readonly PanelMark[]
  readonly speed: Speed
  readonly playback: Playback
}

/** CSS px. */
const height = 430

/** Draws the lanes on every playback change, outside of React. */
function StepsCanvas({ lanes, marks, speed, playback }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSize(box)
  const palette = usePalette()
  const scene = useMemo(
    () =>
      size && { lanes, marks, palette, columns: columnsOf(size.width, height, lanes.length, Number(speed)) },
    [lanes, marks, palette, size, speed],
  )

  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || !size || !scene) return
    element.width = Math.round(size.width * size.ratio)
    element.height = Math.round(height * size.ratio)
    const paint = () => {
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, element.width, element.height)
      context.scale(element.width / size.width, element.height / height)
      drawSteps(context, scene, playback.position())
    }
    paint()
    return playback.subscribe(paint)
  }, [size, scene, playback])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const viewObserver = new IntersectionObserver((entries) =>
      playback.setInSight(entries.at(-1)?.isIntersecting ?? true),
    )
    viewObserver.observe(element)
    return () => viewObserver.disconnect()
  }, [playback])

  return (
    <div ref={box} className="relative bg-(--well)" style={{ height }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Steps of ${lanes.length} panels, scrolling up to their receptors`}
        className="absolute inset-0 size-full"
      />
    </div>
  )
}

interface Scene {
  readonly lanes: readonly Lane[]
  readonly marks: readonly PanelMark[]
  readonly columns: readonly Column[]
  readonly palette: Palette
}

/** Draws the receptors and visible notes at a song position. `context` uses CSS px and is already cleared. */
function drawSteps(context: CanvasRenderingContext2D, scene: Scene, position: number): void {
  for (const column of scene.columns) {
    const { x, field } = column
    context.save()
    context.translate(x, 0)
    context.beginPath()
    context.rect(0, 0, field.width, field.height)
    context.clip()
    drawColumn(context, scene, column, position)
    if (x > 0) {
      context.fillStyle = scene.palette.line
      context.fillRect(0, 0, 1, field.height)
    }
    context.restore()
  }
}

function drawColumn(
  context: CanvasRenderingContext2D,
  { lanes, marks, palette }: Scene,
  { field, ahead }: Column,
  position: number,
): void {
  const shown = position + ahead
  drawSeconds(context, field, palette, shown)
  const place = (panel: number, y: number) => ({
    context,
    mark: marks[panel] ?? 'square',
    x: field.left + panel * field.pitch,
    y,
    pitch: field.pitch,
  })
  if (ahead === 0) for (const panel of lanes.keys()) drawReceptor(place(panel, field.receptors), palette)
  const visible = visibleSeconds(field, shown)
  for (const [panel, lane] of lanes.entries()) {
    // Reversed, so that near notes are drawn over later ones.
    for (const note of notesBetween(lane, visible.from, visible.to).toReversed()) {
      if (isDone(note, position)) continue
      const y = noteY(field, shown, headTime(note, position))
      const at = place(panel, y)
      if ((note.kind === 'hold' || note.kind === 'roll') && note.to > note.from)
        drawBody(at, note.kind, noteY(field, shown, note.to), palette)
      drawNote(at, note.kind, palette.parts.get(note.part) ?? palette.ink2, palette)
    }
  }
}

/** Notes disappear once stepped on; mines and fakes scroll past. */
function isDone({ kind, to }: Note, position: number): boolean {
  return kind !== 'mine' && kind !== 'fake' && to < position
}

/** The song time at which a note is drawn: the head of an active hold waits on its receptor. */
function headTime({ kind, from, to }: Note, position: number): number {
  return kind === 'hold' || kind === 'roll' ? Math.min(to, Math.max(from, position)) : from
}

/** Draws a line per second, so that passages without notes visibly scroll. */
function drawSeconds(
  context: CanvasRenderingContext2D,
  field: Field,
  { line }: Palette,
  position: number,
): void {
  const { from, to } = visibleSeconds(field, position)
  context.fillStyle = line
  for (let second = Math.ceil(from); second <= to; second += 1)
    context.fillRect(0, Math.round(noteY(field, position, second)), field.width, 1)
}

interface StepsControlsProps {
  readonly playback: Playback
  readonly span: SongSpan
  readonly speed: Speed
  readonly onSpeed: (speed: Speed) => void
}

/** The slider's step, s. */
const sliderStep = 0.1

function StepsControls({ playback, span, speed, onSpeed }: StepsControlsProps) {
  const playing = useSyncExternalStore(playback.subscribe, playback.playing)
  // Rounded to tenths, so that it does not render on every frame.
  const tenths = useSyncExternalStore(playback.subscribe, () =>
    Math.round((playback.position() - span.from) / sliderStep),
  )
  const position = span.from + tenths * sliderStep
  const button = 'btn btn-square size-10 md:size-8'
  const move = (seconds: number) => playback.seek(playback.position() + seconds)
  return (
    <div className="grid grid-cols-1 gap-3 px-4 py-3 @min-[58rem]/panel:flex @min-[58rem]/panel:gap-8">
      <div className="flex grow flex-wrap items-center gap-2">
        <button
          type="button"
          className={button}
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={playback.toggle}
        >
          <svg className="ic" viewBox="0 0 16 16" aria-hidden="true">
            {playing ? <path d="M5 3v10M11 3v10" /> : <path fill="currentColor" d="M4.5 3L12 8l-7.5 5z" />}
          </svg>
        </button>
        <button type="button" className={button} aria-label="Back 1 second" onClick={() => move(-1)}>
          <Icon name="back" />
        </button>
        <button type="button" className={button} aria-label="Forward 1 second" onClick={() => move(1)}>
          <Icon name="back" className="rotate-180" />
        </button>
        <input
          type="range"
          className="h-10 min-w-0 grow accent-primary max-md:order-last max-md:basis-full md:h-8"
          aria-label="Position"
          aria-valuetext={positionLabel(span, position).replace('/', 'of')}
          min={0}
          max={Math.ceil((span.to - span.from) / sliderStep)}
          value={tenths}
          onChange={(event) => playback.seek(span.from + Number(event.target.value) * sliderStep)}
        />
        <span className="mute ml-auto min-w-19 text-right text-sm whitespace-nowrap" aria-hidden="true">
          {positionLabel(span, position)}
        </span>
      </div>
      <div className="flex items-center justify-between gap-3">
        <span className="mute text-sm" aria-hidden="true">
          Speed
        </span>
        <RadioButtons
          label="Speed"
          className="lb max-md:[&>button]:min-w-10 max-md:[&>button]:grow [--lbc:var(--color-primary)] max-md:grow"
          choices={speeds.map((value) => ({ value, className: '', content: value }))}
          value={speed}
          onChange={onSpeed}
        />
      </div>
    </div>
  )
}
