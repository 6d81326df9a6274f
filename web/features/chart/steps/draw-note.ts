import { arrowPath } from '@stepledger/contracts/look/arrow.ts'
import { useEffect, useState } from 'react'
import { readColours } from '../../../ui/figure/read-colours.ts'
import { type BeatPart, beatParts, type NoteKind, type PanelMark } from './lanes.ts'

/** Paths are 16 units high and centred on the origin. */
const arrow = new Path2D(arrowPath)
const square = new Path2D('M-6-6H6V6H-6z')
const share = 0.65

/** The target of a drawing; x, y and pitch in CSS px. */
interface Place {
  readonly context: CanvasRenderingContext2D
  readonly mark: PanelMark
  readonly x: number
  readonly y: number
  readonly pitch: number
}

/** Runs `draw` in the units of the paths, translated to the slot and rotated for the panel. */
function withTransform({ context, mark, x, y, pitch }: Place, draw: (path: Path2D) => void): void {
  context.save()
  context.translate(x, y)
  context.scale((pitch * share) / 16, (pitch * share) / 16)
  if (mark !== 'square') context.rotate((mark * Math.PI) / 180)
  draw(mark === 'square' ? square : arrow)
  context.restore()
}

export function drawReceptor(place: Place, { well, ink2 }: Palette): void {
  const { context } = place
  withTransform(place, (path) => {
    context.fillStyle = well
    context.strokeStyle = ink2
    context.lineWidth = 0.9
    context.lineJoin = 'round'
    context.fill(path)
    context.stroke(path)
  })
}

/** A note or the head of a hold. Fakes are outlines and lifts have a hole, so colour is not the only cue. */
export function drawNote(place: Place, kind: NoteKind, colour: string, palette: Palette): void {
  if (kind === 'mine') {
    drawMine(place, palette)
    return
  }
  const { context } = place
  withTransform(place, (path) => {
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
  withTransform(place, () => {
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

/** The body of a hold (a band) or of a roll (a ladder). `to`: y of its end. */
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
  // Rungs are drawn from the end, so that they do not move while the head waits on its receptor.
  if (kind === 'roll') {
    for (let rung = to; rung > top; rung -= 12) context.fillRect(x - width / 2, rung - 3, width, 3)
  } else {
    context.fillRect(x - width / 2, to - 3, width, 3)
  }
}

export interface Palette {
  readonly ink: string
  readonly ink2: string
  readonly line: string
  readonly well: string
  readonly hold: string
  readonly roll: string
  readonly mine: string
  readonly parts: ReadonlyMap<BeatPart, string>
}

/** The usual note colours: 4ths red, 8ths blue, … */
export const partProperties: Readonly<Record<BeatPart, string>> = {
  '4th': '--d-hard',
  '8th': '--d-challenge',
  '12th': '--d-beginner',
  '16th': '--d-medium',
  '24th': '--lb-hex',
  '32nd': '--jwo',
  '48th': '--j15',
  '64th': '--d-easy',
  other: '--ink-2',
}

const readPalette = () =>
  readColours(
    (read): Palette => ({
      ink: read('--color-base-content'),
      ink2: read('--ink-2'),
      line: read('--line'),
      well: read('--well'),
      hold: read('--own'),
      roll: read('--jwo'),
      mine: read('--jmi'),
      parts: new Map(beatParts.map((part) => [part, read(partProperties[part])])),
    }),
  )

/** The palette of the current theme; a new object on each theme change. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(readPalette)
  useEffect(() => {
    const themes = new MutationObserver(() => setPalette(readPalette()))
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => themes.disconnect()
  }, [])
  return palette
}
