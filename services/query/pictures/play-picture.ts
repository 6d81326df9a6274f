import type { PlayCard } from '../cards/card.ts'
import { boardLook, judgmentColours, look } from './look.ts'
import { avatar, gradeMark } from './marks.ts'
import { chartHead, margin, pictureSize, sheet } from './sheet.ts'
import type { DrawText } from './text.ts'

/**
 * Picture of a play: player, chart, a large score on the selected board, and a row of all boards below. `artwork`: the
 * chart's banner, if a pack has one.
 */
export async function playPicture(draw: DrawText, card: PlayCard, artwork: string | null): Promise<string> {
  const selected = card.scores.find(({ leaderboard }) => leaderboard === card.board)
  return sheet(draw, [
    await playerHead(draw, card),
    await chartHead(draw, card.chart, artwork, card.onNoBoard),
    ...(selected ? [await largeScore(draw, selected.data), await judgmentRow(draw, selected.judgments)] : []),
    timingPlot(card.timing),
    await boardRow(draw, card),
  ])
}

async function playerHead(draw: DrawText, { player }: PlayCard): Promise<string> {
  const name = await draw(player.alias, margin + 66, 91, {
    size: 36,
    weight: 700,
    fill: look.ink,
    maxWidth: 700,
  })
  return (await avatar(draw, player, margin, 52, 52)) + name.svg
}

async function largeScore(
  draw: DrawText,
  { score, grade }: PlayCard['scores'][number]['data'],
): Promise<string> {
  const large = { weight: 800, width: 125, fill: look.ink }
  const number = await draw(score, margin + 136, 402, { ...large, size: 110 })
  const percent = await draw('%', margin + 142 + number.width, 402, {
    size: 52,
    weight: 450,
    fill: look.ink2,
  })
  return (await gradeMark(draw, grade, margin, 306, 112)) + number.svg + percent.svg
}

/** The counts of the judgments, the best first, each in its colour. */
async function judgmentRow(
  draw: DrawText,
  judgments: PlayCard['scores'][number]['judgments'],
): Promise<string> {
  let x = margin
  const drawn: string[] = []
  for (const { name, value } of judgments) {
    const fill = judgmentColours.get(name) ?? look.ink
    const count = await draw(value.toLocaleString('en'), x, 456, { size: 28, weight: 750, fill })
    // "10ms", "Excellent".
    const word = /\((.+)\)/.exec(name)?.[1] ?? name
    const label = await draw(word, x + count.width + 8, 456, { size: 22, weight: 500, fill: look.ink2 })
    drawn.push(count.svg, label.svg)
    x += count.width + label.width + 34
  }
  return drawn.join('')
}

/** The area of the steps, right of the score. */
const plot = { left: 700, right: pictureSize.width - margin, top: 312, bottom: 412 } as const

/** The offsets of the steps over the song, late up, on the scale of the play's page; misses are lines. */
function timingPlot(timing: PlayCard['timing']): string {
  const [first, last] = [timing[0], timing.at(-1)]
  if (!first || !last) return ''
  const { left, right, top, bottom } = plot
  const middle = (top + bottom) / 2
  const span = Math.max(1, last[0] - first[0])
  const most = Math.asinh(181.5 / 14)
  const x = (seconds: number) => (left + 6 + ((seconds - first[0]) / span) * (right - left - 12)).toFixed(1)
  const marks = timing.map(([seconds, ms]) =>
    ms === null
      ? `<rect x="${x(seconds)}" y="${top}" width="2" height="${bottom - top}" fill="${look.miss}" opacity=".6"/>`
      : `<circle cx="${x(seconds)}" cy="${(middle - (Math.asinh(ms / 14) / most) * (middle - top)).toFixed(1)}" r="2.4" fill="${offsetColour(Math.abs(ms))}"/>`,
  )
  return `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="${look.page}"/>
    <rect x="${left}" y="${middle - 1}" width="${right - left}" height="2" fill="${look.line}"/>${marks.join('')}`
}

const offsetColours = [
  [10, 'Fantastic (10ms)'],
  [23, 'Fantastic (23ms)'],
  [44.5, 'Excellent'],
  [103.5, 'Great'],
  [136.5, 'Decent'],
] as const

function offsetColour(ms: number): string {
  const name = offsetColours.find(([upTo]) => ms <= upTo)?.[1] ?? 'Way Off'
  return judgmentColours.get(name) ?? look.ink
}

/** The board toggle of the page with a score in each cell, across the width of the panel. */
async function boardRow(draw: DrawText, { scores, board }: PlayCard): Promise<string> {
  const [top, bottom, left, right] = [478, pictureSize.height - 25, 25, pictureSize.width - 25]
  const width = (right - left) / scores.length
  const cells = scores.map(async ({ leaderboard, data, rank }, i) => {
    const { label, colour, ground } = boardLook(leaderboard)
    const x = left + i * width
    const name = await draw(label, x + 31, top + 44, { size: 26, weight: 700, fill: look.ink })
    const place =
      rank === null
        ? ''
        : (
            await draw(`#${rank.toLocaleString('en')}`, x + 43 + name.width, top + 44, {
              size: 26,
              weight: 600,
              fill: look.ink2,
            })
          ).svg
    const score = await draw(data.score, x + 31, top + 100, { size: 48, weight: 750, fill: look.ink })
    const percent = await draw('%', x + 34 + score.width, top + 100, {
      size: 34,
      weight: 450,
      fill: look.ink2,
    })
    const selected =
      leaderboard === board
        ? `<rect x="${x}" y="${top}" width="${width}" height="${bottom - top}" fill="${ground}"/><rect x="${x}" y="${bottom - 7}" width="${width}" height="7" fill="${colour}"/>`
        : ''
    const edge =
      i > 0 ? `<rect x="${x}" y="${top}" width="2" height="${bottom - top}" fill="${look.line}"/>` : ''
    const mark = await gradeMark(draw, data.grade, x + width - 92, top + 36, 60)
    return selected + edge + name.svg + place + score.svg + percent.svg + mark
  })
  const line = `<rect x="${left}" y="${top - 2}" width="${right - left}" height="2" fill="${look.line}"/>`
  return (await Promise.all(cells)).join('') + line
}
