import { nameHash } from '@stepledger/contracts/look/placeholder.ts'
import type { PackCard } from '../cards/card.ts'
import { look } from './look.ts'
import { banner } from './marks.ts'
import { bannerSizes, margin, pictureSize, sheet } from './sheet.ts'
import { breakLine, type DrawText } from './text.ts'

/** Picture of a pack with its song and chart counts. `artwork`: its banner, if it has one. */
export async function packPicture(draw: DrawText, card: PackCard, artwork: string | null): Promise<string> {
  const { name } = card.pack
  return sheet(draw, [
    (await draw('Pack', margin, 90, { size: 28, weight: 600, fill: look.ink2 })).svg,
    banner({ hash: nameHash(name), artwork, x: margin, y: 128, ...bannerSizes.pack }),
    await count(draw, card.songs, 'song', 200),
    await count(draw, card.charts, 'chart', 336),
    await packName(draw, name),
  ])
}

/** The name on one line, else smaller on two lines; truncated with an ellipsis when it is longer. */
async function packName(draw: DrawText, name: string): Promise<string> {
  const maxWidth = pictureSize.width - 2 * margin
  const letters = { weight: 800, width: 112, fill: look.ink }
  const large = await draw(name, margin, 500, { ...letters, size: 72 })
  if (large.width <= maxWidth) return large.svg
  const small = { ...letters, size: 48 }
  const lines = await breakLine(draw, name, small, maxWidth)
  const drawn = await Promise.all(
    lines.map((line, i) => draw(line, margin, 474 + 60 * i, { ...small, maxWidth })),
  )
  return drawn.map(({ svg }) => svg).join('')
}

/** A number with its label below, right of the banner. */
async function count(draw: DrawText, count: number, noun: string, baseline: number): Promise<string> {
  const x = margin + bannerSizes.pack.width + 56
  const number = await draw(count.toLocaleString('en'), x, baseline, {
    size: 76,
    weight: 800,
    width: 112,
    fill: look.ink,
  })
  const label = await draw(count === 1 ? noun : `${noun}s`, x, baseline + 42, { size: 30, fill: look.ink2 })
  return number.svg + label.svg
}
