import type { ScoreOnBoard } from '@stepledger/contracts/http/shapes/score.ts'
import type { ChartCard, PlayerCard } from '../cards/card.ts'
import { countOf } from '../cards/words.ts'
import { boardLook, look } from './look.ts'
import { avatar, gradeMark } from './marks.ts'
import { chartHead, margin, pictureSize, sheet } from './sheet.ts'
import type { DrawText } from './text.ts'

/** Picture of a chart with the leaders of its boards. `artwork`: its banner, if a pack has one. */
export async function chartPicture(draw: DrawText, card: ChartCard, artwork: string | null): Promise<string> {
  const counts = `${countOf(card.plays, 'play')} · ${countOf(card.players, 'player')} on the boards`
  const leaders = card.leaders.slice(0, 3).map(({ alias, ...score }) => ({ ...score, text: alias }))
  const emptyText = 'Be the first to set a score on this chart!'
  return sheet(draw, [
    (await draw(counts, margin, 90, { size: 28, weight: 600, fill: look.ink2, maxWidth: 760 })).svg,
    await chartHead(draw, card.chart, artwork, null),
    leaders.length > 0
      ? await pictureRows(draw, leaders)
      : (await draw(emptyText, margin, 440, { size: 40, weight: 600, fill: look.ink })).svg,
  ])
}

/** Picture of a player with their last scores. */
export async function playerPicture(draw: DrawText, card: PlayerCard): Promise<string> {
  const left = margin + 180
  const large = {
    size: 76,
    weight: 800,
    width: 112,
    fill: look.ink,
    maxWidth: pictureSize.width - margin - left,
  }
  const name = await draw(card.player.alias, left, 200, large)
  const plays = await draw(countOf(card.plays, 'play'), left, 254, { size: 32, fill: look.ink2 })
  const last = card.last.map(({ title, ...score }) => ({ ...score, text: title }))
  return sheet(draw, [
    await avatar(draw, card.player, margin, 122, 148),
    name.svg,
    plays.svg,
    last.length > 0
      ? await pictureRows(draw, last)
      : (await draw('No recent scores', margin, 440, { size: 40, weight: 600, fill: look.ink2 })).svg,
  ])
}

/** A row of a list on a picture. `text`: the player or the chart. */
interface PictureRow extends ScoreOnBoard {
  readonly text: string
}

const top = 318
const rowHeight = 86

/** Draws rows below the head, separated by lines of full width. */
async function pictureRows(draw: DrawText, rows: readonly PictureRow[]): Promise<string> {
  const right = pictureSize.width - margin
  const drawn = rows.map(async ({ leaderboard, data, text }, i) => {
    const y = top + i * rowHeight
    const { label, colour } = boardLook(leaderboard)
    const board = await draw(label, margin, y + 55, { size: 28, weight: 750, fill: colour })
    const what = { size: 36, weight: 600, fill: look.ink, maxWidth: 620 }
    const name = await draw(text, margin + 120, y + 56, what)
    const percent = await draw('%', right, y + 58, { size: 32, weight: 450, fill: look.ink2, anchor: 'end' })
    const number = { size: 46, weight: 700, fill: look.ink, anchor: 'end' } as const
    const score = await draw(data.score, right - percent.width - 3, y + 58, number)
    const mark = await gradeMark(draw, data.grade, right - 280, y + 15, 56)
    const line = `<rect x="25" y="${y}" width="${pictureSize.width - 50}" height="2" fill="${look.line}"/>`
    return line + board.svg + name.svg + mark + score.svg + percent.svg
  })
  return (await Promise.all(drawn)).join('')
}
