import { type ChartLeaderboards, leaderboardPageSize } from '@stepledger/contracts/http/charts.ts'
import type { Leaderboard } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import type { BoardEntry } from '@stepledger/projections/boards/reads.ts'
import { chartByHash } from '@stepledger/projections/catalogue/reads.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { PlayerDirectory, PublicPlayer } from '../../platform/players/directory.ts'
import type { Rankings } from '../../platform/rankings/rankings.ts'
import { nameOf } from '../names.ts'
import { tag } from '../tags.ts'
import type { Shown } from './shown.ts'

/** One page of every board of a chart; null for a chart that nobody has named yet. */
export async function boardPage(
  db: ReadDatabase,
  generation: Generation,
  { players: directory, rankings }: { players: PlayerDirectory; rankings: Rankings },
  hash: string,
  page: number,
): Promise<Shown<ChartLeaderboards> | null> {
  const from = (page - 1) * leaderboardPageSize
  const { total, boards: parts } = await rankings.read(db, generation, {
    chart: hash,
    systems: generation.rules.systems.map(({ id }) => id),
    from,
    limit: leaderboardPageSize,
  })
  if (total === 0 && !(await chartByHash(db, generation, hash))) return null
  const boards = generation.rules.systems.map(({ name, id }) => ({
    type: name,
    id,
    entries: parts.find(({ system }) => system === id)?.page ?? [],
  }))
  const ids = [...new Set(boards.flatMap((board) => board.entries.map((entry) => entry.player)))]
  const players = await directory.lookUp(ids)
  const paging = {
    page,
    perPage: leaderboardPageSize,
    hasNext: from + leaderboardPageSize < total,
    total,
    totalPages: Math.ceil(total / leaderboardPageSize),
  }
  const leaderboards = boards.map(
    ({ type, id, entries }): Leaderboard => ({
      type,
      id,
      scores: entries.map((entry) => entryShown(entry, players)),
      ...paging,
    }),
  )
  return { answer: { hash, leaderboards }, tags: ids.map(tag.name) }
}

function entryShown(entry: BoardEntry, players: ReadonlyMap<string, PublicPlayer>) {
  const { id: userId, alias, profileImageUrl } = nameOf(entry.player, players)
  return {
    rank: entry.rank,
    score: percentText(entry.hundredths),
    grade: entry.grade,
    alias,
    userId,
    profileImageUrl,
    date: new Date(entry.playedAt).toISOString(),
    playId: entry.playId,
  }
}
