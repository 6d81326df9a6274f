import { type Lane, type Note, notesBetween } from '../model/lanes.ts'
import type { PanelMark } from '../model/panel-marks.ts'
import { type Field, noteY, visibleSeconds } from '../model/scroll.ts'
import { drawBody, drawNote, drawReceptor } from './draw-note.ts'
import type { Palette } from './palette.ts'

/** The input of the drawing that does not depend on the time. */
export interface Scene {
  readonly lanes: readonly Lane[]
  readonly marks: readonly PanelMark[]
  readonly field: Field
  readonly palette: Palette
}

/** Draws the receptors and visible notes at a song position. `context` uses CSS px and is already cleared. */
export function drawSteps(context: CanvasRenderingContext2D, scene: Scene, position: number): void {
  const { lanes, marks, field, palette } = scene
  drawSeconds(context, field, palette, position)
  const place = (panel: number, y: number) => ({
    context,
    mark: marks[panel] ?? 'square',
    x: field.left + panel * field.pitch,
    y,
    pitch: field.pitch,
  })
  for (const panel of lanes.keys()) drawReceptor(place(panel, field.receptors), palette)
  const visible = visibleSeconds(field, position)
  for (const [panel, lane] of lanes.entries()) {
    // Reversed, so that near notes are drawn over later ones.
    for (const note of notesBetween(lane, visible.from, visible.to).toReversed()) {
      if (isDone(note, position)) continue
      const y = noteY(field, position, headTime(note, position))
      const at = place(panel, y)
      if ((note.kind === 'hold' || note.kind === 'roll') && note.to > note.from)
        drawBody(at, note.kind, noteY(field, position, note.to), palette)
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
