import type { Difficulty } from '@stepledger/contracts/difficulty.ts'
import { arrowPath } from '@stepledger/contracts/look/arrow.ts'
import { avatarHue, hashHue, initials, stepsOf } from '@stepledger/contracts/look/placeholder.ts'
import { starDrawings, starsOf } from '@stepledger/contracts/look/star.ts'
import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import { difficultyColours, look, oklch } from './look.ts'
import type { Drawn, DrawText } from './text.ts'

interface BannerPlace {
  /** Hash of a chart, or of a pack's name. */
  readonly hash: string
  /** The pack's banner as returned by `bannerImage`; null without one. */
  readonly artwork: string | null
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The pack's banner, or a pattern generated from the hash. Aspect ratio 2.56. */
export function banner({ hash, artwork, x, y, width, height }: BannerPlace): string {
  if (artwork !== null)
    return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="${artwork}"/>`
  const hue = hashHue(hash)
  const steps = stepsOf(hash, true).map(
    ({ transform, opacity }) => `<path d="${arrowPath}" transform="${transform}" opacity="${opacity}"/>`,
  )
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 256 100">
    <rect width="256" height="100" rx="2" fill="${oklch(33, 0.075, hue)}"/>
    <g fill="${oklch(82, 0.125, hue)}">${steps.join('')}</g></svg>`
}

/** Initials of the alias on a square in the player's hue. */
export async function avatar(
  draw: DrawText,
  player: { id: string; alias: string },
  x: number,
  y: number,
  size: number,
): Promise<string> {
  const hue = avatarHue(player.id)
  const style = { size: size * 0.45, weight: 750, width: 82, fill: oklch(95, 0.03, hue) }
  const letters = initials(player.alias).toUpperCase()
  const { width } = await draw(letters, 0, 0, style)
  const text = await draw(letters, x + (size - width) / 2, y + size * 0.655, style)
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="${size * 0.1}" fill="${oklch(39, 0.085, hue)}"/>${text.svg}`
}

/** The mark of a grade in a box of `size`: stars, or a letter with a superscript sign. */
export async function gradeMark(
  draw: DrawText,
  grade: Grade,
  x: number,
  y: number,
  size: number,
): Promise<string> {
  const star = starsOf(grade)
  if (star) {
    const { edge, shade } = starDrawings[star.drawing]
    return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 32 32" overflow="visible">
      <path d="${edge}" fill="${look[star.colour]}"/><path d="${shade}" fill="#000" fill-opacity=".22"/></svg>`
  }
  return letterMark(draw, grade, x, y, size)
}

async function letterMark(draw: DrawText, grade: Grade, x: number, y: number, size: number): Promise<string> {
  const fill =
    grade === 'F'
      ? look.miss
      : grade.startsWith('S')
        ? look.goldInk
        : /^[CD]/.test(grade)
          ? look.ink2
          : look.ink
  const style = { size: size * (grade === 'F' ? 0.6 : 0.8), weight: 800, width: 112, fill }
  const [letter = '', sign] = grade
  const baseline = y + size * 0.5 + style.size * 0.345
  const signStyle = { ...style, size: style.size * 0.68 }
  const shownSign = sign === '-' ? '−' : (sign ?? '')
  const widths = [(await draw(letter, 0, 0, style)).width, (await draw(shownSign, 0, 0, signStyle)).width]
  const left = x + (size - (widths[0] ?? 0) - (widths[1] ?? 0)) / 2
  const text = await draw(letter, left, baseline, style)
  const raised = await draw(shownSign, left + text.width, baseline - style.size * 0.22, signStyle)
  const frame =
    grade === 'F'
      ? `<rect x="${x + size * 0.14}" y="${y + size * 0.14}" width="${size * 0.72}" height="${size * 0.72}" rx="${size * 0.02}" fill="none" stroke="${fill}" stroke-width="${size * 0.05}"/>`
      : ''
  return frame + text.svg + raised.svg
}

/** The meter of a chart on a block in the colour of its difficulty, and its name; empty without a meter. */
export async function meterBlock(
  draw: DrawText,
  { meter, difficulty }: { meter: number | null; difficulty: Difficulty | null },
  x: number,
  y: number,
): Promise<Drawn> {
  if (meter === null) return { svg: '', width: 0 }
  const fill = difficulty === null ? look.meter : difficultyColours[difficulty]
  const text = await draw(String(meter), x + 12, y + 31, { size: 28, weight: 800, fill: look.onMeter })
  const width = text.width + 24
  const block = `<rect x="${x}" y="${y}" width="${width}" height="42" rx="4" fill="${fill}"/>`
  if (difficulty === null) return { svg: block + text.svg, width }
  const name = await draw(difficulty, x + width + 12, y + 30, { size: 26, weight: 600, fill })
  return { svg: block + text.svg + name.svg, width: width + 12 + name.width }
}

/** Logo and name of the site. `right`: x of the end of the name. */
export async function brand(draw: DrawText, right: number, baseline: number): Promise<string> {
  const name = await draw('Stepledger', right, baseline, {
    size: 34,
    weight: 700,
    width: 112,
    fill: look.ink,
    anchor: 'end',
  })
  const x = right - name.width - 50
  return `<svg x="${x}" y="${baseline - 31}" width="38" height="38" viewBox="0 0 24 24"><path fill="${look.primary}"
    d="M10.6 1h2.8L16 4.4H8zM6.9 5.8h10.2l2.5 3.4H4.4zM3.3 10.600h17.400L23.200 14H.8zM8 15.400h8v3.200H8zM8 20h8v3H8z"/></svg>${name.svg}`
}
