import type { BoardPlay, PlayContext } from '@stepledger/contracts/http/shapes/standing.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { BoardEntry } from '@stepledger/projections/boards/boards.ts'
import { type PreviousBest, previousBests } from '@stepledger/projections/boards/previous-bests.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Snapshot } from '../page.ts'

/** Plays to compare with on one board, before their players have names. */
export interface FoundContext {
  readonly leaderboard: string
  readonly player: string
  readonly first: BoardEntry | null
  readonly next: BoardEntry | null
  readonly previous: PreviousBest | null
}

/** Finds the plays of the first place, of the next one above the player, and the player's best before this play. */
export async function findContext(
  { generation, rankings }: Snapshot,
  { id, chart, player, at }: Pick<PlayRow, 'id' | 'chart' | 'player' | 'at'>,
): Promise<FoundContext[]> {
  const { systems } = generation.rules
  const { boards } = await rankings.read(generation, {
    chart,
    systems: systems.map((system) => system.id),
    from: 0,
    limit: 1,
    near: { player, others: [], reach: 1 },
  })
  const earlier = await previousBests(generation, { chart, player, at, id })
  return systems.map((system) => {
    const board = boards.find((each) => each.system === system.id)
    const self = board?.self ?? null
    return {
      leaderboard: system.name,
      player,
      first: board?.page[0] ?? null,
      next: board?.around.find(({ rank }) => self !== null && rank === self.rank - 1) ?? null,
      previous: earlier.find((each) => each.system === system.id) ?? null,
    }
  })
}

/** The players whose names a context shows. */
export function playersOf(context: readonly FoundContext[]): string[] {
  return [
    ...new Set(
      context.flatMap(({ player, first, next }) => [player, first?.player ?? [], next?.player ?? []].flat()),
    ),
  ]
}

export function shownContext(
  { leaderboard, player, first, next, previous }: FoundContext,
  players: ReadonlyMap<string, PublicPlayer>,
): PlayContext {
  const playOf = (play: Pick<BoardEntry, 'player' | 'playId' | 'hundredths' | 'playedAt'>): BoardPlay => ({
    playId: play.playId,
    score: percentText(play.hundredths),
    user: nameOf(play.player, players),
    at: isoOf(play.playedAt),
  })
  return {
    leaderboard,
    first: first && playOf(first),
    next: next && playOf(next),
    previous: previous && playOf({ ...previous, player }),
  }
}
