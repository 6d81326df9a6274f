import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import { z } from 'zod'
import { boardMarks } from '../leaderboard/active-board.tsx'
import { defaultBoard } from '../leaderboard/board-store.ts'

/** The look of an overlay, encoded in its URL. `scale`: 1 is 560 × 310 px for a card, 760 × 72 for a bar. */
export interface OverlayLook {
  readonly size: 'card' | 'bar'
  readonly board: BoardName
  readonly scale: number
}

const size = z.enum(['card', 'bar']).catch('card')
const scale = z.coerce.number().min(0.5).max(4).catch(1)

/** The path of an overlay with this look. `path`: the id of a player, or `event/{slug}`. `theme` is a theme's name. */
export function overlayAddress(
  path: string,
  { size, board, theme }: Pick<OverlayLook, 'size' | 'board'> & { readonly theme: string },
): string {
  return `/overlay/${path}?${new URLSearchParams({ size, board: boardMarks[board], theme })}`
}

/** Parses the look; missing and invalid parameters take their defaults. before-app.js applies `theme`. */
export function overlayLook(query: URLSearchParams): OverlayLook {
  return {
    size: size.parse(query.get('size')),
    board: boardFrom(query.get('board') ?? query.get('lb')) ?? defaultBoard,
    scale: scale.parse(query.get('scale') ?? 1),
  }
}
