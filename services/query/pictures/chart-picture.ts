import type { ChartCard } from '../cards/card.ts'
import { countOf } from '../cards/words.ts'
import { look } from './look.ts'
import { pictureRows } from './rows.ts'
import { chartHead, margin, sheet } from './sheet.ts'
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
