import { type PosterColour, posterHues } from '@stepledger/contracts/competition/poster.ts'
import { isBlueShift } from '@stepledger/contracts/look/blue-shift.ts'
import type { CompetitionCard } from '../cards/card.ts'
import { competitionDates, countOf } from '../cards/words.ts'
import { oklch } from './look.ts'
import { avatar, brand } from './marks.ts'
import { margin, pictureSize } from './sheet.ts'
import type { DrawText } from './text.ts'

/** As in poster.css: the poster is the same on every theme. */
function posterLook(colour: PosterColour) {
  const hue = posterHues[colour]
  return {
    ground: oklch(25, 0.105, hue),
    line: oklch(44, 0.12, hue - 2),
    ink: oklch(97, 0.015, hue - 19),
    ink2: oklch(84, 0.055, hue - 16),
  }
}
type PosterLook = ReturnType<typeof posterLook>

/** Size of the poster's picture, px, behind the name. */
export const artworkSize = { width: pictureSize.width, height: 280 }

/** Picture of a competition with its leaders. `artwork`: the picture of its poster, if it has one. */
export async function competitionPicture(
  draw: DrawText,
  card: CompetitionCard,
  artwork: string | null,
): Promise<string> {
  const { width, height } = pictureSize
  const poster = posterLook(card.colour)
  const status = card.final ? 'Final standings' : competitionDates(card)
  const counts = `${countOf(card.rounds, 'round')} · ${countOf(card.players, 'player')}`
  const small = { size: 32, weight: 600, fill: poster.ink2, maxWidth: width - 2 * margin }
  const drawn = [
    await (isBlueShift(card.name) ? wordmark : plainName)(draw, card.name, {
      baseline: 184,
      fill: poster.ink,
    }),
    (await draw(`${status} · ${counts}`, margin, 248, small)).svg,
    card.leaders.length > 0
      ? await leaders(draw, card.leaders, poster)
      : (await draw('No scores yet', margin, 440, { ...small, size: 40 })).svg,
    await brand(draw, width - margin, 90),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${poster.ground}"/>${artwork === null ? '' : shaded(artwork, poster)}${drawn.join('\n')}</svg>`
}

/** Darker towards the text, and without an edge below. */
function shaded(artwork: string, { ground }: PosterLook): string {
  const { width, height } = artworkSize
  const stops = [
    [0, 0.7],
    [0.4, 0.8],
    [1, 1],
  ].map(([at, opacity]) => `<stop offset="${at}" stop-color="${ground}" stop-opacity="${opacity}"/>`)
  return `<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>
    <image width="${width}" height="${height}" href="${artwork}"/>
    <rect width="${width}" height="${height + 1}" fill="url(#shade)"/>`
}

interface NameStyle {
  readonly baseline: number
  readonly fill: string
}

/** Left of the brand. */
const maxNameWidth = pictureSize.width - 2 * margin - 280

/** Long names are scaled down, and cut off at the margin if they are longer still. */
async function plainName(draw: DrawText, name: string, { baseline, fill }: NameStyle): Promise<string> {
  const style = { weight: 800, width: 125, fill }
  const large = 84
  const { svg, width } = await draw(name, margin, baseline, { ...style, size: large })
  if (width <= maxNameWidth) return svg
  const size = Math.max(36, (large * maxNameWidth) / width)
  const maxWidth = pictureSize.width - 2 * margin
  return (await draw(name, margin, baseline, { ...style, size, maxWidth })).svg
}

/** Letter width decreases from 125 % to 62 %, like the logo. Long names are scaled down. */
async function wordmark(draw: DrawText, name: string, { baseline, fill }: NameStyle): Promise<string> {
  const letters = [...name.toUpperCase()].slice(0, 40)
  const style = (i: number, size: number) => ({
    size,
    weight: 850,
    width: Math.round(125 - (63 * i) / Math.max(1, letters.length - 1)),
    fill,
  })
  const layOut = async (size: number) => {
    let x = margin
    const drawn: string[] = []
    for (const [i, letter] of letters.entries()) {
      if (letter === ' ') {
        x += size * 0.22
        continue
      }
      const { svg, width } = await draw(letter, x, baseline, style(i, size))
      drawn.push(svg)
      x += width - size * 0.012
    }
    return { svg: drawn.join(''), width: x - margin }
  }
  const large = 104
  const first = await layOut(large)
  return first.width <= maxNameWidth
    ? first.svg
    : (await layOut(Math.max(28, (large * maxNameWidth) / first.width))).svg
}

async function leaders(
  draw: DrawText,
  rows: CompetitionCard['leaders'],
  poster: PosterLook,
): Promise<string> {
  const right = pictureSize.width - margin
  const drawn = rows.map(async ({ rank, points, player }, i) => {
    const y = 300 + i * 100
    const place = await draw(`#${rank}`, margin, y + 62, {
      size: 36,
      weight: 600,
      width: 88,
      fill: poster.ink2,
    })
    const name = { size: 42, weight: 700, fill: poster.ink, maxWidth: 640 }
    const sum = { size: 46, weight: 700, fill: poster.ink, anchor: 'end' } as const
    return [
      `<rect x="${margin}" y="${y}" width="${right - margin}" height="2" fill="${poster.line}"/>`,
      place.svg,
      await avatar(draw, player, margin + 90, y + 20, 60),
      (await draw(player.alias, margin + 174, y + 63, name)).svg,
      (await draw(points.toLocaleString('en'), right, y + 64, sum)).svg,
    ].join('')
  })
  return (await Promise.all(drawn)).join('')
}
