import { type Palette, type Rgb, type Surface, tagFont } from './palette.ts'
import { type Plot, type TimeSpan, timeToX } from './plot.ts'
import { lowerBound, type StepOrder, type Steps, songTime } from './steps.ts'

/** Worse judgments get larger dots, so that few bad steps stand out. Px, by the window's edge in seconds. */
function dotRadius(seconds: number): number {
  if (seconds <= 0.023) return 1.6
  return seconds <= 0.1035 ? 2.1 : 2.6
}

const strength = 0.9

/** The scale of dots when zoomed in. Rounded to quarters, so that stamps are rarely recreated. */
export function growthOf(whole: TimeSpan, span: TimeSpan): number {
  const zoom = (whole.to - whole.from) / (span.to - span.from)
  return Math.round(4 * Math.min(2, Math.max(1, zoom ** 0.3))) / 4
}

/** Above this many visible dots the overlap grid is coarser. */
const crowdedCount = 6000

/** The steps to draw. `ys`: CSS px. `limits`: the windows' edges, seconds. */
interface Dots {
  readonly steps: Steps
  readonly order: StepOrder
  readonly ys: Float32Array
  readonly limits: readonly number[]
  readonly colours: readonly Rgb[]
  readonly growth: number
}

/** Draws the dots; the pixel buffer and stamps are reused while the surface stays the same. */
type DrawDots = (surface: Surface, plot: Plot, span: TimeSpan, dots: Dots) => void

export function dotDrawer(): DrawDots {
  let raster: DotRaster | null = null
  let stamps = new Map<number, DotStamp[]>()
  let stampedFor = 0
  let occupied = new Uint8Array(0)

  return ({ context, height, ratio }, plot, span, { steps, order, ys, limits, colours, growth }) => {
    const left = Math.round(plot.left * ratio)
    const width = Math.round(plot.right * ratio) - left
    const tall = Math.round(height * ratio)
    if (raster?.image.width !== width || raster.image.height !== tall) raster = dotRaster(width, tall)
    else raster.pixels.fill(0)
    if (stampedFor !== ratio) stamps = new Map()
    stampedFor = ratio

    const perSecond = width / (span.to - span.from)
    const margin = (4 * growth * ratio) / perSecond
    const visibleRanges = order.slice(0, limits.length).map((list) => ({
      list,
      from: lowerBound(list, steps.times, span.from - margin),
      to: lowerBound(list, steps.times, span.to + margin),
    }))
    const visibleCount = visibleRanges.reduce((sum, { from, to }) => sum + to - from, 0)

    // Overlapping dots are drawn once per grid cell. Cells are aligned to the song's start, so they move with the song.
    const cell = (visibleCount > crowdedCount ? 1.4 : 0.6) * ratio
    const columns = Math.ceil((width + 8 * growth * ratio) / cell) + 2
    const firstColumn = Math.floor(((span.from - margin) * perSecond) / cell)
    const cells = columns * (Math.ceil(tall / cell) + 1)
    if (occupied.length < cells) occupied = new Uint8Array(cells)
    else occupied.fill(0)

    for (const [judgment, { list, from, to }] of visibleRanges.entries()) {
      const radius = dotRadius(limits[judgment] ?? 1) * growth
      const drawn = stamps.get(radius) ?? dotStamps(radius * ratio, strength)
      stamps.set(radius, drawn)
      const colour = colours[judgment] ?? [128, 128, 128]
      for (let slot = from; slot < to; slot++) {
        const index = list[slot] ?? 0
        const time = steps.times[index] ?? 0
        const y = (ys[index] ?? 0) * ratio
        const at = Math.floor(y / cell) * columns + Math.floor((time * perSecond) / cell) - firstColumn
        if (occupied[at] === judgment + 1) continue
        occupied[at] = judgment + 1
        stampDot(raster, drawn, (time - span.from) * perSecond, y, colour)
      }
    }
    context.putImageData(raster.image, left, 0)
  }
}

/** A pixel buffer for dots, device px. Cheaper than a path per dot, and independent of the graphics card. */
interface DotRaster {
  readonly image: ImageData
  /** One 32-bit word per pixel: ABGR from the highest byte (all browsers run on little-endian machines). */
  readonly pixels: Uint32Array
}

export function dotRaster(width: number, height: number): DotRaster {
  const image = new ImageData(Math.max(1, width), Math.max(1, height))
  return { image, pixels: new Uint32Array(image.data.buffer) }
}

/** Stamps a dot centred at (x, y), clipped to the raster. */
export function stampDot(raster: DotRaster, stamps: readonly DotStamp[], x: number, y: number, colour: Rgb) {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const fine = Math.floor((y - row) * quarters) * quarters + Math.floor((x - column) * quarters)
  const stamp = stamps[fine]
  if (!stamp) return
  const { width, height } = raster.image
  const { pixels } = raster
  const { size, coverage } = stamp
  const left = column - stamp.middle
  const top = row - stamp.middle
  const fromX = Math.max(0, -left)
  const toX = Math.min(size, width - left)
  const toY = Math.min(size, height - top)
  const [red, green, blue] = colour
  const plain = (blue << 16) | (green << 8) | red
  for (let sy = Math.max(0, -top); sy < toY; sy++) {
    let from = sy * size + fromX
    let to = (top + sy) * width + left + fromX
    for (let sx = fromX; sx < toX; sx++, from++, to++) {
      const alpha = coverage[from] ?? 0
      if (alpha === 0) continue
      const old = pixels[to] ?? 0
      pixels[to] = old === 0 ? ((alpha << 24) | plain) >>> 0 : over(old, red, green, blue, alpha)
    }
  }
}

function over(old: number, red: number, green: number, blue: number, alpha: number): number {
  const below = ((old >>> 24) * (255 - alpha)) / 255
  const all = alpha + below
  const mix = (above: number, under: number) => Math.round((above * alpha + under * below) / all)
  const [r, g, b] = [mix(red, old & 255), mix(green, (old >>> 8) & 255), mix(blue, (old >>> 16) & 255)]
  return ((Math.round(all) << 24) | (b << 16) | (g << 8) | r) >>> 0
}

/** A dot as a square of coverages, 0 to 255, and the offset of its centre, device px. */
interface DotStamp {
  readonly size: number
  readonly middle: number
  readonly coverage: Uint8Array
}

/** Subpixel positions per axis, for smooth movement. */
const quarters = 4

/** Supersampling: sample points per axis and pixel. */
const samples = 8

/**
 * The stamps for all subpixel positions, `[y * quarters + x]`. `radius`: device px; `strength`: the coverage of fully
 * covered pixels, 0 to 1.
 */
export function dotStamps(radius: number, strength: number): DotStamp[] {
  const middle = Math.ceil(radius)
  const size = 2 * middle + 2
  return Array.from({ length: quarters * quarters }, (_, i) => {
    const x = middle + (i % quarters) / quarters
    const y = middle + Math.floor(i / quarters) / quarters
    const coverage = Uint8Array.from({ length: size * size }, (_, cell) => {
      const inside = samplesInside((cell % size) - x, Math.floor(cell / size) - y, radius)
      return Math.round((inside / (samples * samples)) * strength * 255)
    })
    return { size, middle, coverage }
  })
}

/** The number of sample points inside the dot, of the pixel at (left, top) relative to the centre. */
function samplesInside(left: number, top: number, radius: number): number {
  let inside = 0
  for (let row = 0; row < samples; row++) {
    const dy = top + (row + 0.5) / samples
    for (let column = 0; column < samples; column++) {
      const dx = left + (column + 0.5) / samples
      if (dx * dx + dy * dy <= radius * radius) inside++
    }
  }
  return inside
}

/** Fades what comes after the fail, from the top to `bottom`, px. */
export function drawUnplayed(
  { context }: Surface,
  plot: Plot,
  span: TimeSpan,
  { failed, bottom }: { readonly failed: number; readonly bottom: number },
  palette: Palette,
) {
  const from = Math.max(plot.left, timeToX(span, plot, failed))
  if (from >= plot.right) return
  context.fillStyle = palette.well
  context.globalAlpha = 0.65
  context.fillRect(from, 0, plot.right - from, bottom)
  context.globalAlpha = 1
}

export function drawFail(
  { context }: Surface,
  plot: Plot,
  span: TimeSpan,
  { failed, tagged }: { readonly failed: number; readonly tagged: boolean },
  palette: Palette,
) {
  const x = Math.round(timeToX(span, plot, failed))
  if (x < plot.left || x > plot.right) return
  const colour = palette.judgments.at(-1) ?? palette.ink
  context.fillStyle = colour
  context.fillRect(x - 1, plot.top, 2, plot.bottom - plot.top)
  if (!tagged) return
  const text = `Failed ${songTime(failed)}`
  context.font = tagFont
  context.textBaseline = 'middle'
  const width = context.measureText(text).width + 12
  const left = x + 6 + width <= plot.right ? x + 6 : x - 6 - width
  context.fillStyle = palette.well
  context.globalAlpha = 0.8
  context.fillRect(left, plot.top + 5, width, 18)
  context.globalAlpha = 1
  context.fillStyle = colour
  context.textAlign = 'left'
  context.fillText(text, left + 6, plot.top + 14)
}

/** A line at the selected step's time; with `y`, also a ring around the step. */
export function drawCrosshair(
  { context }: Surface,
  plot: Plot,
  x: number,
  y: number | null,
  palette: Palette,
) {
  if (x < plot.left - 1 || x > plot.right + 1) return
  context.strokeStyle = palette.ink
  context.lineWidth = 1
  context.globalAlpha = 0.5
  context.beginPath()
  context.moveTo(Math.round(x) + 0.5, plot.top)
  context.lineTo(Math.round(x) + 0.5, plot.bottom)
  context.stroke()
  context.globalAlpha = 1
  if (y === null) return
  context.lineWidth = 1.5
  context.beginPath()
  context.arc(x, y, 6, 0, 2 * Math.PI)
  context.stroke()
}
