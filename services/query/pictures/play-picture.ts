import type { PlayCard } from '../cards/card.ts'
import { boardLook, look } from './look.ts'
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
    ...(selected ? [await largeScore(draw, selected.data)] : []),
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
  const number = await draw(score, margin + 176, 428, { ...large, size: 142 })
  const percent = await draw('%', margin + 182 + number.width, 428, {
    size: 66,
    weight: 450,
    fill: look.ink2,
  })
  return (await gradeMark(draw, grade, margin, 306, 146)) + number.svg + percent.svg
}

/** The board toggle of the page with a score in each cell, across the width of the panel. */
async function boardRow(draw: DrawText, { scores, board }: PlayCard): Promise<string> {
  const [top, bottom, left, right] = [478, pictureSize.height - 25, 25, pictureSize.width - 25]
  const width = (right - left) / scores.length
  const cells = scores.map(async ({ leaderboard, data }, i) => {
    const { label, colour, ground } = boardLook(leaderboard)
    const x = left + i * width
    const name = await draw(label, x + 31, top + 44, { size: 26, weight: 700, fill: look.ink })
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
    return selected + edge + name.svg + score.svg + percent.svg + mark
  })
  const line = `<rect x="${left}" y="${top - 2}" width="${right - left}" height="2" fill="${look.line}"/>`
  return (await Promise.all(cells)).join('') + line
}
