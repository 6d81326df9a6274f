import type { ScoreOnBoard } from '@stepledger/contracts/http/shapes/score.ts'
import { boardLook, look } from './look.ts'
import { gradeMark } from './marks.ts'
import { margin, pictureSize } from './sheet.ts'
import type { DrawText } from './text.ts'

/** A row of a list on a picture. `text`: the player or the chart. */
interface PictureRow extends ScoreOnBoard {
  readonly text: string
}

const top = 318
const rowHeight = 86

/** Draws rows below the head, separated by lines of full width. */
export async function pictureRows(draw: DrawText, rows: readonly PictureRow[]): Promise<string> {
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
