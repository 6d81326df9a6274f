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

/** Banner, title, artist and meter of a chart, below the head of the picture, with a remark beside the meter; it ends at y = 278. `artwork`: the banner that a pack brought. */
export async function chartHead(
  draw: DrawText,
  chart: { hash: string; title: string; artist: string; meter: number | null },
  artwork: string | null,
  remark: string | null,
): Promise<string> {
  const left = margin + bannerSizes.chart.width + 28
  const right = pictureSize.width - margin
  const large = { size: 50, weight: 750, width: 112, fill: look.ink, maxWidth: right - left }
  const title = await draw(chart.title, left, 174, large)
  const artist = await draw(chart.artist, left, 216, { size: 28, fill: look.ink2, maxWidth: right - left })
  const meter = await meterBlock(draw, chart.meter, left, 236)
  const after = left + meter.width + (meter.width > 0 ? 16 : 0)
  const small = { size: 24, fill: look.ink2, maxWidth: right - after }
  const said = remark === null ? '' : (await draw(remark, after, 266, small)).svg
  const picture = banner({ hash: chart.hash, artwork, x: margin, y: 128, ...bannerSizes.chart })
  return picture + title.svg + artist.svg + meter.svg + said
}
