import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { storageOf, writeText } from '../../../app/storage.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { useSize } from '../../../ui/use-size.ts'
import { drawBody, drawNote, drawReceptor } from './draw/draw-note.ts'
import { type Palette, partProperties, usePalette } from './draw/palette.ts'
import { type BeatPart, beatParts } from './model/beat-part.ts'
import { type Lane, lanesOf, type Note, notesBetween } from './model/lanes.ts'
import { type PanelMark, panelMarks } from './model/panel-marks.ts'
import { type Column, columnsOf, type Field, noteY, visibleSeconds } from './model/scroll.ts'
import { songSpanOf } from './model/song-span.ts'
import { type Speed, speedFrom, speedKey } from './model/speed.ts'
import { createPlayback, type Playback } from './playback.ts'
import { StepsControls } from './steps-controls.tsx'

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

/** The input of the drawing that does not depend on the time. */
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
