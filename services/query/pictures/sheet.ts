import { breakLine } from './break-line.ts'
import { look } from './look.ts'
import { banner, brand, meterBlock } from './marks.ts'
import type { DrawText } from './text.ts'

/** A picture as chats show it beside a link, in px. */
export const pictureSize = { width: 1200, height: 630 } as const

/** Banners of charts and of packs, in px, 2.56 times as wide as high. */
export const bannerSizes = { chart: { width: 384, height: 150 }, pack: { width: 640, height: 250 } } as const

/** How far everything keeps from the edges. */
export const margin = 56

/** A whole picture around what is drawn in it. */
export async function sheet(draw: DrawText, drawn: readonly string[]): Promise<string> {
  const { width, height } = pictureSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${look.page}"/>
    <rect x="24" y="24" width="${width - 48}" height="${height - 48}" rx="8" fill="${look.panel}" stroke="${look.line}" stroke-width="2"/>
    ${drawn.join('\n')}
    ${await brand(draw, width - margin, 90)}</svg>`
}

/**
 * A title on one line, or where it is too long for that on two of smaller letters; what stands below it moves down with
 * them.
 */
const oneLine = { size: 50, title: [174], artist: 216, meter: 236, remark: 266 } as const
const twoLines = { size: 40, title: [158, 202], artist: 238, meter: 250, remark: 280 } as const

/**
 * Banner, title, artist and meter of a chart, below the head of the picture, with a remark beside the meter; it ends at
 * y = 292. `artwork`: the banner that a pack brought.
 */
export async function chartHead(
  draw: DrawText,
  chart: { hash: string; title: string; artist: string; meter: number | null },
  artwork: string | null,
  remark: string | null,
): Promise<string> {
  const left = margin + bannerSizes.chart.width + 28
  const maxWidth = pictureSize.width - margin - left
  const letters = { weight: 750, width: 112, fill: look.ink }
  const whole = await draw(chart.title, left, 0, { ...letters, size: oneLine.size })
  const place = whole.width <= maxWidth ? oneLine : twoLines
  const style = { ...letters, size: place.size }
  const lines = await breakLine(draw, chart.title, style, maxWidth)
  const title = await Promise.all(
    place.title.map((y, i) => draw(lines[i] ?? '', left, y, { ...style, maxWidth })),
  )
  const artist = await draw(chart.artist, left, place.artist, { size: 28, fill: look.ink2, maxWidth })
  const meter = await meterBlock(draw, chart.meter, left, place.meter)
  const after = left + meter.width + (meter.width > 0 ? 16 : 0)
  const small = { size: 24, fill: look.ink2, maxWidth: pictureSize.width - margin - after }
  const said = remark === null ? '' : (await draw(remark, after, place.remark, small)).svg
  const picture = banner({ hash: chart.hash, artwork, x: margin, y: 128, ...bannerSizes.chart })
  return picture + title.map(({ svg }) => svg).join('') + artist.svg + meter.svg + said
}
