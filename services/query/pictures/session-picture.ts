import { itemAt } from '@stepledger/contracts/item-at.ts'
import { sessionDate } from '@stepledger/contracts/look/session-words.ts'
import type { SessionCard } from '../cards/card.ts'
import { look, oklch } from './look.ts'
import { gradeMark } from './marks.ts'
import { margin, pictureSize, sheet } from './sheet.ts'
import type { DrawText } from './text.ts'

/** x of the line between the session and its best plays, and y below the head. */
const divide = 628
const top = 122
/** The area of the curve. */
const figure = { left: margin, right: divide - 40, top: 412, bottom: 512 } as const
const rowHeight = 112
const own = oklch(84, 0.19, 150)

/** Picture of a session: player and totals, accuracy over time, the best plays. */
export async function sessionPicture(draw: DrawText, card: SessionCard): Promise<string> {
  const bottom = pictureSize.height - 25
  const date = await draw(sessionDate(card.day), margin, 90, { size: 28, weight: 600, fill: look.ink2 })
  const lines = `<rect x="25" y="${top}" width="${pictureSize.width - 50}" height="2" fill="${look.line}"/>
    <rect x="${divide}" y="${top}" width="2" height="${bottom - top}" fill="${look.line}"/>`
  return sheet(draw, [
    lines,
    date.svg,
    await head(draw, card),
    await totals(draw, card),
    await curve(draw, card.errors),
    await bestPlays(draw, card.shown),
  ])
}

async function head(draw: DrawText, { player, plays, day }: SessionCard): Promise<string> {
  const maxWidth = figure.right - margin
  const large = { size: 68, weight: 800, width: 112, fill: look.ink, maxWidth }
  const name = await draw(player.alias, margin, 204, large)
  const words = plays === 1 ? 'One play' : `${plays.toLocaleString('en')} plays in one ${day.part}`
  return name.svg + (await draw(words, margin, 250, { size: 30, weight: 500, fill: look.ink2, maxWidth })).svg
}

async function totals(draw: DrawText, { plays, seconds, steps, bests }: SessionCard): Promise<string> {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const cells = [
    [plays.toLocaleString('en'), plays === 1 ? 'play' : 'plays'],
    minutes < 60
      ? [String(minutes), minutes === 1 ? 'minute' : 'minutes']
      : [`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`, 'hours'],
    [steps.toLocaleString('en'), 'steps'],
    [bests.toLocaleString('en'), bests === 1 ? 'best' : 'bests'],
  ] as const
  const drawn: string[] = []
  let x = margin
  for (const [i, [value, name]] of cells.entries()) {
    if (i > 0) drawn.push(`<rect x="${x - 24}" y="292" width="2" height="76" fill="${look.line}"/>`)
    const number = await draw(value, x, 328, { size: 44, weight: 750, fill: look.ink })
    const label = await draw(name, x, 364, { size: 24, weight: 500, fill: look.ink2 })
    drawn.push(number.svg, label.svg)
    x += Math.max(number.width, label.width) + 48
  }
  return drawn.join('')
}

/** The mean offset of each passed play, the most accurate at the top. Nothing for a single play. */
async function curve(draw: DrawText, errors: SessionCard['errors']): Promise<string> {
  if (errors.length < 2) return ''
  const { left, right, top, bottom } = figure
  const [start, end] = [itemAt(errors, 0).at, itemAt(errors, errors.length - 1).at]
  const all = errors.map(({ ms }) => ms)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const points = errors.map(({ at, ms, best }) => ({
    x: left + 8 + ((at - start) / Math.max(1, end - start)) * (right - left - 16),
    y: top + ((ms - least) / Math.max(0.1, most - least)) * (bottom - top),
    best,
  }))
  const path = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  const dots = points
    .filter(({ best }) => best)
    .map(({ x, y }) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="7" fill="${own}"/>`)
  const text = { size: 24, weight: 500, fill: look.ink2 }
  const name = await draw('Mean error', left, 568, text)
  const range = `${least.toFixed(1)} to ${most.toFixed(1)} ms`
  const value = await draw(range, right, 568, { ...text, weight: 700, fill: look.ink, anchor: 'end' })
  const line = (y: number) =>
    `<rect x="${left}" y="${y}" width="${right - left}" height="2" fill="${look.line}"/>`
  return `${line(top - 14)}${line(bottom + 14)}
    <path d="M${path}" fill="none" stroke="${own}" stroke-width="4" stroke-linejoin="round"/>${dots.join('')}${name.svg}${value.svg}`
}

async function bestPlays(draw: DrawText, plays: SessionCard['shown']): Promise<string> {
  const left = divide + 32
  const right = pictureSize.width - margin
  if (plays.length === 0) {
    return (await draw('No ranked plays', left, top + 96, { size: 34, weight: 600, fill: look.ink2 })).svg
  }
  const drawn = plays.map(async ({ title, meaning, data }, i) => {
    const y = top + i * rowHeight
    const percent = await draw('%', right, y + 66, { size: 24, weight: 450, fill: look.ink2, anchor: 'end' })
    const number = { size: 32, weight: 750, fill: look.ink, anchor: 'end' } as const
    const score = await draw(data.score, right - percent.width - 2, y + 66, number)
    const maxWidth = right - percent.width - score.width - 24 - (left + 74)
    const name = { size: 26, weight: 700, fill: look.ink, maxWidth }
    const text = await draw(title, left + 74, y + 52, name)
    const small = await draw(meaning, left + 74, y + 86, { size: 24, weight: 500, fill: look.ink2, maxWidth })
    const mark = await gradeMark(draw, data.grade, left, y + 28, 56)
    const line =
      i > 0
        ? `<rect x="${divide}" y="${y}" width="${pictureSize.width - 25 - divide}" height="2" fill="${look.line}"/>`
        : ''
    return line + mark + text.svg + small.svg + score.svg + percent.svg
  })
  return (await Promise.all(drawn)).join('')
}
