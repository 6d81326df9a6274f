import { type Lane, type Note, notesBetween } from '../model/lanes.ts'
import type { PanelMark } from '../model/panel-marks.ts'
import { type Field, noteY, secondsInSight } from '../model/scroll.ts'
import { drawBody, drawNote, drawReceptor } from './draw-note.ts'
import type { Palette } from './palette.ts'

/** What there is to draw, whatever the moment. */
export interface Scene {
  readonly lanes: readonly Lane[]
  readonly marks: readonly PanelMark[]
  readonly field: Field
  readonly palette: Palette
}

/** The panels at a moment of the song, with the notes that come. `context` takes CSS px, and is clear. */
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
  const sight = secondsInSight(field, position)
  for (const [panel, lane] of lanes.entries()) {
    // The nearest last: it lies on top of those that come later.
    for (const note of notesBetween(lane, sight.from, sight.to).toReversed()) {
      if (isDone(note, position)) continue
      const y = noteY(field, position, held(note, position))
      const at = place(panel, y)
      if ((note.kind === 'hold' || note.kind === 'roll') && note.to > note.from)
        drawBody(at, note.kind, noteY(field, position, note.to), palette)
      drawNote(at, note.kind, palette.parts.get(note.part) ?? palette.ink2, palette)
    }
  }
}

/** What was stepped on is gone; what nobody steps on goes by. */
function isDone({ kind, to }: Note, position: number): boolean {
  return kind !== 'mine' && kind !== 'fake' && to < position
}

/** Where a note is: a hold waits on its receptor until it ends. */
function held({ kind, from, to }: Note, position: number): number {
  return kind === 'hold' || kind === 'roll' ? Math.min(to, Math.max(from, position)) : from
}

/** A line a second, so that a passage without steps is seen to move. */
function drawSeconds(
  context: CanvasRenderingContext2D,
  field: Field,
  { line }: Palette,
  position: number,
): void {
  const { from, to } = secondsInSight(field, position)
  context.fillStyle = line
  for (let second = Math.ceil(from); second <= to; second += 1)
    context.fillRect(0, Math.round(noteY(field, position, second)), field.width, 1)
}
