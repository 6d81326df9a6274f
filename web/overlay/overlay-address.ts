import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import { z } from 'zod'
import { boardMarks, defaultBoard } from '../leaderboard/board-name.ts'

/** How an overlay looks: all of it stands in its address. `scale`: 1 is 560 × 310 px for a card, 760 × 72 for a bar. */
export interface OverlayLook {
  readonly size: 'card' | 'bar'
  readonly board: BoardName
  readonly scale: number
}

const size = z.enum(['card', 'bar']).catch('card')
const scale = z.coerce.number().min(0.5).max(4).catch(1)

/** The path of a player's overlay that looks so; its theme is one by name. */
export function overlayAddress(
  playerId: string,
  { size, board, theme }: Pick<OverlayLook, 'size' | 'board'> & { readonly theme: string },
): string {
  return `/overlay/${playerId}?${new URLSearchParams({ size, board: boardMarks[board], theme })}`
}

/**
 * What an address asks for; what it does not say, or says wrongly, is as usual. Its `theme` is put on the page before
 * the app starts.
 */
export function overlayLook(query: URLSearchParams): OverlayLook {
  return {
    size: size.parse(query.get('size')),
    board: boardFrom(query.get('board') ?? query.get('lb')) ?? defaultBoard,
    scale: scale.parse(query.get('scale') ?? 1),
  }
}
