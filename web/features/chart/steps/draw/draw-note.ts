import { arrowPath } from '@stepledger/contracts/look/arrow.ts'
import type { NoteKind } from '../model/lanes.ts'
import type { PanelMark } from '../model/panel-marks.ts'
import type { Palette } from './palette.ts'

/** Of the paths: 16 units high, centred on the origin. */
const arrow = new Path2D(arrowPath)
const square = new Path2D('M-6-6H6V6H-6z')
/** How much of its lane a note takes. */
const share = 0.65

/** Everything that a drawing at a place of a lane needs. x, y and pitch in CSS px. */
export interface Place {
  readonly context: CanvasRenderingContext2D
  readonly mark: PanelMark
  readonly x: number
  readonly y: number
  readonly pitch: number
}

/** Lets `draw` work in the units of the paths, around the place, the arrow turned as its panel. */
function inUnits({ context, mark, x, y, pitch }: Place, draw: (path: Path2D) => void): void {
  context.save()
  context.translate(x, y)
  context.scale((pitch * share) / 16, (pitch * share) / 16)
  if (mark !== 'square') context.rotate((mark * Math.PI) / 180)
  draw(mark === 'square' ? square : arrow)
  context.restore()
}

/** Where notes are due: the outline of the panel. */
export function drawReceptor(place: Place, { well, ink2 }: Palette): void {
  const { context } = place
  inUnits(place, (path) => {
    context.fillStyle = well
    context.strokeStyle = ink2
    context.lineWidth = 0.9
    context.lineJoin = 'round'
    context.fill(path)
    context.stroke(path)
  })
}

/** A note, or the head of a hold. Fakes and lifts differ in shape as well: an outline, and a note with a hole. */
export function drawNote(place: Place, kind: NoteKind, colour: string, palette: Palette): void {
  if (kind === 'mine') {
    drawMine(place, palette)
    return
  }
  const { context } = place
  inUnits(place, (path) => {
    context.lineJoin = 'round'
    context.fillStyle = kind === 'fake' ? palette.well : colour
    context.strokeStyle = kind === 'fake' ? colour : palette.well
    context.lineWidth = kind === 'fake' ? 1.4 : 0.7
    context.fill(path)
    context.stroke(path)
    if (kind !== 'lift') return
    context.beginPath()
    context.arc(0, 0, 2.1, 0, 2 * Math.PI)
    context.fillStyle = palette.well
    context.fill()
  })
}

function drawMine(place: Place, { well, mine }: Palette): void {
  const { context } = place
  inUnits(place, () => {
    context.beginPath()
    context.arc(0, 0, 4.2, 0, 2 * Math.PI)
    context.fillStyle = well
    context.strokeStyle = mine
    context.lineWidth = 1.1
    context.fill()
    context.stroke()
    context.beginPath()
    context.arc(0, 0, 1.6, 0, 2 * Math.PI)
    context.fillStyle = mine
    context.fill()
  })
}

/** What is held: a band for a hold, a ladder for a roll. `to`: y of its end. */
export function drawBody(
  { context, x, y, pitch }: Place,
  kind: 'hold' | 'roll',
  to: number,
  palette: Palette,
) {
  const width = pitch * share * 0.55
  const [top, height] = [Math.min(y, to), Math.abs(to - y)]
  const colour = kind === 'hold' ? palette.hold : palette.roll
  context.globalAlpha = 0.45
  context.fillStyle = colour
  context.fillRect(x - width / 2, top, width, height)
  context.globalAlpha = 1
  // From the end up, so that the rungs stand still on the roll while its head waits.
  if (kind === 'roll') {
    for (let rung = to; rung > top; rung -= 12) context.fillRect(x - width / 2, rung - 3, width, 3)
  } else {
    context.fillRect(x - width / 2, to - 3, width, 3)
  }
}
