import type { ChartCard } from '../cards/card.ts'
import { look } from './look.ts'
import { banner, brand, meterBlock } from './marks.ts'
import { breakLine, type DrawText } from './text.ts'

/** Size of a link preview picture, px. */
export const pictureSize = { width: 1200, height: 630 } as const

/** Sizes of chart and pack banners, px. Aspect ratio 2.56. */
export const bannerSizes = { chart: { width: 384, height: 150 }, pack: { width: 640, height: 250 } } as const

/** Distance of the content from the edges, px. */
export const margin = 56

/** The frame of a picture around its content. */
export async function sheet(draw: DrawText, drawn: readonly string[]): Promise<string> {
  const { width, height } = pictureSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${look.page}"/>
    <rect x="24" y="24" width="${width - 48}" height="${height - 48}" rx="8" fill="${look.panel}" stroke="${look.line}" stroke-width="2"/>
    ${drawn.join('\n')}
    ${await brand(draw, width - margin, 90)}</svg>`
}

/**
 * Layouts of a title on one line, or in smaller letters on two lines; y positions, px.
 */
const oneLine = { size: 50, title: [174], artist: 216, meter: 236, remark: 266 } as const
const twoLines = { size: 40, title: [158, 202], artist: 238, meter: 250, remark: 280 } as const

/**
 * Banner, title, artist and meter of a chart, with a remark beside the meter; ends at y = 292. `artwork`: the pack's
 * banner.
 */
export async function chartHead(
  draw: DrawText,
  chart: Omit<ChartCard['chart'], 'banner'>,
  artwork: string | null,
  remark: string | null,
): Promise<string> {
  const left = margin + bannerSizes.chart.width + 28
  const maxWidth = pictureSize.width - margin - left
  const letters = { weight: 750, width: 112, fill: look.ink }
  const whole = await draw(chart.title, left, 0, { ...letters, size: oneLine.size })
  const layout = whole.width <= maxWidth ? oneLine : twoLines
  const style = { ...letters, size: layout.size }
  const lines = await breakLine(draw, chart.title, style, maxWidth)
  const title = await Promise.all(
    layout.title.map((y, i) => draw(lines[i] ?? '', left, y, { ...style, maxWidth })),
  )
  const artist = await draw(chart.artist, left, layout.artist, { size: 28, fill: look.ink2, maxWidth })
  const meter = await meterBlock(draw, chart, left, layout.meter)
  const after = left + meter.width + (meter.width > 0 ? 16 : 0)
  const small = { size: 24, fill: look.ink2, maxWidth: pictureSize.width - margin - after }
  const remarkText = remark === null ? '' : (await draw(remark, after, layout.remark, small)).svg
  const picture = banner({ hash: chart.hash, artwork, x: margin, y: 128, ...bannerSizes.chart })
  return picture + title.map(({ svg }) => svg).join('') + artist.svg + meter.svg + remarkText
}
