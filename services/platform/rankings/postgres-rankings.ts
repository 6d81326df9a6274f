import { itemAt } from '@stepledger/contracts/item-at.ts'
import {
  bestsAmong,
  byRank,
  entriesAround,
  type OwnBest,
  ranksOf,
} from '@stepledger/projections/boards/around.ts'
import { boardEntries, boardVersion, entryOf } from '@stepledger/projections/boards/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { type BoardAnswer, type BoardQuery, emptyBoard, type Rankings } from './rankings.ts'

/** Reads boards from the read models. */
export const postgresRankings: Rankings = {
  engine: 'Postgres',
  async read(generation, query) {
    const board = await boardVersion(generation, query.chart)
    return board ? readBoards(generation, query, board) : emptyBoard(query)
  },
  close: async () => {},
}

/**
 * Reads boards with known version and number of players, in the same snapshot. The number of statements is constant,
 * independent of the number of boards, players and others.
 */
export async function readBoards(
  generation: GenerationDb,
  query: BoardQuery,
  { version, players }: { version: number; players: number },
): Promise<BoardAnswer> {
  if (players === 0) return { ...emptyBoard(query), version }
  const { systems, from, limit } = query
  const pages = from < players && limit > 0 ? await boardEntries(generation, query, from, limit) : null
  const near = await readNear(generation, query)
  const boards = systems.map((system) => ({
    system,
    page: pages?.get(system) ?? [],
    ...near(system),
  }))
  return { version, total: players, boards }
}

async function readNear(generation: GenerationDb, { chart, systems, near }: BoardQuery) {
  if (!near) return () => ({ self: null, around: [], others: [] })
  const { player, others, reach, all = false } = near
  const bests = await bestsAmong(generation, chart, [player, ...others])
  const needed = systems.flatMap((system) => {
    const onBoard = bests.filter((best) => best.system === system).sort(byRank)
    return all ? onBoard : neededPlayers(onBoard, player)
  })
  const ranks = await ranksOf(generation, chart, needed)
  const ranked = needed.map((best, i) => ({ ...best, rank: itemAt(ranks, i) }))
  const own = ranked.filter((best) => best.player === player)
  const around = await entriesAround(generation, chart, own, reach)
  return (system: number) => {
    const entries = ranked.filter((best) => best.system === system).map((best) => entryOf(best, best.rank))
    return {
      self: entries.find((entry) => entry.player === player) ?? null,
      around: around.get(system) ?? [],
      others: entries.filter((entry) => entry.player !== player),
    }
  }
}

/**
 * Selects the players whose ranks are needed, best first: the player, the best of the others, and the others directly
 * above and below the player.
 */
function neededPlayers(onBoard: readonly OwnBest[], player: string): OwnBest[] {
  const self = onBoard.findIndex((best) => best.player === player)
  const near = self === -1 ? [0] : [0, self - 1, self, self + 1]
  return onBoard.filter((_, i) => near.includes(i))
}
