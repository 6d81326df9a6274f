import type { Panel, PanelEntry } from '@stepledger/contracts/http/game-reads.ts'
import type { BoardEntry } from '@stepledger/projections/boards/reads.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { rivalsOf } from '@stepledger/projections/players/reads.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { PlayerDirectory, PublicPlayer } from '../../platform/players/directory.ts'
import type { Rankings } from '../../platform/rankings/rankings.ts'
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

export interface PanelSources {
  readonly players: PlayerDirectory
  readonly rankings: Rankings
}

/**
 * The boards of a chart as the game's panel shows them to a player. A handful of queries, whatever the number of boards, players and
 * rivals: what is read of a board is its top, what lies around the player, and one entry for each rival.
 */
export async function panelOf(
  db: ReadDatabase,
  generation: Generation,
  { players: directory, rankings }: PanelSources,
  { player, hash, systems, limit }: PanelQuestion,
): Promise<Panel> {
  const rivals = new Set((await rivalsOf(db, generation, player)).map(({ rival }) => rival))
  const answer = await rankings.read(db, generation, {
    chart: hash,
    systems: systems.map(({ id }) => id),
    from: 0,
    limit,
    near: { player, others: [...rivals], reach: limit },
  })
  const { total } = answer
  const boards = systems.map(({ id, name }) => {
    const part = answer.boards.find(({ system }) => system === id)
    const rows = part
      ? chooseRows({ top: part.page, self: part.self, around: part.around, rivals: part.others }, limit)
      : []
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
