import type { Panel, PanelEntry } from '@stepledger/contracts/http/game-reads.ts'
import {
  bestsAmong,
  byRank,
  entriesAround,
  type OwnBest,
  ranksOf,
} from '@stepledger/projections/boards/around.ts'
import { type BoardEntry, boardEntries, boardTotal, entryOf } from '@stepledger/projections/boards/reads.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { rivalsOf } from '@stepledger/projections/players/reads.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { PlayerDirectory, PublicPlayer } from '../../platform/players/directory.ts'
import { nameOf } from '../names.ts'
import { chooseRows } from './choose-rows.ts'
import type { ShownSystem } from './shown-systems.ts'

/** Whose panel it is, and how much of which boards it shows. */
export interface PanelQuestion {
  readonly player: string
  readonly hash: string
  readonly systems: readonly ShownSystem[]
  readonly limit: number
}

/**
 * The boards of a chart as the game's panel shows them to a player. A handful of queries, whatever the number of boards, players and
 * rivals: what is read of a board is its top, what lies around the player, and one entry for each rival.
 */
export async function panelOf(
  db: ReadDatabase,
  generation: Generation,
  directory: PlayerDirectory,
  { player, hash, systems, limit }: PanelQuestion,
): Promise<Panel> {
  const total = await boardTotal(db, generation, hash)
  const rivals = new Set((await rivalsOf(db, generation, player)).map(({ rival }) => rival))
  const bests = total === 0 ? [] : await bestsAmong(db, generation, hash, [player, ...rivals])
  const telling = systems.flatMap(({ id }) => tellingOf(bests, id, player))
  const ranks = await ranksOf(db, generation, hash, telling)
  const ranked = telling.map((best, i) => ({ ...best, rank: ranks[i] ?? 0 }))
  const own = ranked.filter((best) => best.player === player)
  const around = await entriesAround(db, generation, hash, own, limit)

  const boardsAsked = { chart: hash, systems: systems.map(({ id }) => id) }
  const top = await boardEntries(db, generation, boardsAsked, 0, limit)

  const boards = systems.map(({ id, name }) => {
    const entries = ranked.filter((best) => best.system === id).map((best) => entryOf(best, best.rank))
    const rows = chooseRows(
      {
        top: top.get(id) ?? [],
        self: entries.find((entry) => entry.player === player) ?? null,
        around: around.get(id) ?? [],
        rivals: entries.filter((entry) => entry.player !== player),
      },
      limit,
    )
    return { type: name, id, rows }
  })
  const players = await directory.lookUp([
    ...new Set(boards.flatMap(({ rows }) => rows.map((row) => row.player))),
  ])
  const paging = {
    page: 1,
    perPage: limit,
    hasNext: total > limit,
    total,
    totalPages: Math.ceil(total / limit),
  }
  return {
    hash,
    leaderboards: boards.map(({ type, id, rows }) => ({
      type,
      id,
      scores: rows.map((row) => ({
        ...rowShown(row, players),
        isSelf: row.player === player,
        isRival: rivals.has(row.player),
      })),
      ...paging,
    })),
  }
}

/** Whose ranks the panel asks for, best first: the player's, the best rival's, and those of the rivals next above and below the player. */
function tellingOf(bests: readonly OwnBest[], system: number, player: string): OwnBest[] {
  const all = bests.filter((best) => best.system === system).sort(byRank)
  const self = all.findIndex((best) => best.player === player)
  const near = self === -1 ? [0] : [0, self - 1, self, self + 1]
  return all.filter((_, i) => near.includes(i))
}

function rowShown(
  entry: BoardEntry,
  players: ReadonlyMap<string, PublicPlayer>,
): Omit<PanelEntry, 'isSelf' | 'isRival'> {
  return {
    rank: String(entry.rank),
    score: percentText(entry.hundredths),
    grade: entry.grade,
    alias: nameOf(entry.player, players).alias,
    userId: entry.player,
    date: new Date(entry.playedAt).toISOString(),
    playId: entry.playId,
  }
}
