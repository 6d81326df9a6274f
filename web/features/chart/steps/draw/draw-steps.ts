import { type Lane, type Note, notesBetween } from '../model/lanes.ts'
import type { PanelMark } from '../model/panel-marks.ts'
import { type Column, type Field, noteY, visibleSeconds } from '../model/scroll.ts'
import { drawBody, drawNote, drawReceptor } from './draw-note.ts'
import type { Palette } from './palette.ts'

/** The input of the drawing that does not depend on the time. */
interface Scene {
  readonly lanes: readonly Lane[]
  readonly marks: readonly PanelMark[]
  readonly columns: readonly Column[]
  readonly palette: Palette
}

/** Draws the receptors and visible notes at a song position. `context` uses CSS px and is already cleared. */
export function drawSteps(context: CanvasRenderingContext2D, scene: Scene, position: number): void {
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
