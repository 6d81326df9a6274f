import type { PlayerCard } from '../cards/card.ts'
import { countOf } from '../cards/words.ts'
import { look } from './look.ts'
import { avatar } from './marks.ts'
import { pictureRows } from './rows.ts'
import { margin, pictureSize, sheet } from './sheet.ts'
import type { DrawText } from './text.ts'

/** Picture of a player with the latest plays. */
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
