import { itemAt } from '@stepledger/contracts/item-at.ts'
import { sql } from 'kysely'
import { bucketSql, keyAbove } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { type BestRow, type BoardEntry, type BoardRow, boardEntries, entryOf } from './bests-and-boards.ts'

/** Null if there was never an entry. */
export async function boardVersion(
  generation: GenerationDb,
  chart: string,
): Promise<Pick<BoardRow, 'version' | 'players'> | null> {
  return (await selectBoardVersion(generation, chart).executeTakeFirst()) ?? null
}

/** The same as a query, to be combined with others in one statement. */
export function selectBoardVersion(generation: GenerationDb, chart: string) {
  return generation.db.selectFrom('boards').select(['version', 'players']).where('chart', '=', chart)
}

export interface BoardQuery {
  readonly chart: string
  /** The systems whose boards are read. */
  readonly systems: readonly number[]
  /** The page: ranks `from` + 1 to `from` + `limit`. */
  readonly from: number
  readonly limit: number
  /**
   * Also the rank of this player, up to `reach` neighbours on each side, and the nearest or `all` of `others`.
   */
  readonly near?: {
    readonly player: string
    readonly others: readonly string[]
    readonly reach: number
    readonly all?: boolean
  }
}

/** The result for one board; lists are in board order. */
interface BoardPart {
  readonly system: number
  readonly page: readonly BoardEntry[]
  /** Null if the player is not on the board. */
  readonly self: BoardEntry | null
  /** The player with the neighbours. */
  readonly around: readonly BoardEntry[]
  /** Of the others at least the best, and those directly above and below the player. */
  readonly others: readonly BoardEntry[]
}

/** The boards of a chart at one version, never older than the read model at the time of the call. */
export interface BoardAnswer {
  /** 0 for a chart without entries. */
  readonly version: number
  /** Number of players on each of the chart's boards. */
  readonly total: number
  readonly boards: readonly BoardPart[]
}

/** The result for empty boards. */
export function emptyBoard({ systems }: BoardQuery): BoardAnswer {
  const boards = systems.map((system) => ({ system, page: [], self: null, around: [], others: [] }))
  return { version: 0, total: 0, boards }
}

/**
 * Reads boards, in a constant number of statements, independent of the number of boards, players and others. `known`: their
 * version and number of players, if they were read in the same snapshot.
 */
export async function readBoards(
  generation: GenerationDb,
  query: BoardQuery,
  known?: Pick<BoardRow, 'version' | 'players'>,
): Promise<BoardAnswer> {
  const board = known ?? (await boardVersion(generation, query.chart))
  if (!board) return emptyBoard(query)
  const { version, players } = board
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

/**
 * Returns the best counting plays of a player on these charts and systems: one index lookup per chart. Uses `unnest`
 * instead of `in`, so that no plan reads all rows of the player. Systems are few and filtered in memory: as a condition
 * they would make the planner prefer another index.
 */
export async function ownBests(
  generation: GenerationDb,
  player: string,
  charts: readonly string[],
  systems: readonly number[],
): Promise<Pick<BestRow, 'chart' | 'system' | 'play_id'>[]> {
  const { rows } = await sql<Pick<BestRow, 'chart' | 'system' | 'play_id'>>`
    select b.chart, b.system, b.play_id
    from unnest(${charts}::text[]) as x(chart)
    join ${generation.table('best')} b on b.chart = x.chart and b.player = ${player}::uuid`.execute(
    generation.db,
  )
  return rows.filter(({ system }) => systems.includes(system))
}

/** A player's entry on a board of a known chart. */
export type OwnBest = Omit<BestRow, 'chart'>

const columns = ['system', 'player', 'key', 'play_id', 'played_at', 'grade'] as const

/** Returns the entries of these players on a chart, in every system: one index lookup per player. */
export async function bestsAmong(
  generation: GenerationDb,
  chart: string,
  players: readonly string[],
): Promise<OwnBest[]> {
  return generation.db
    .selectFrom('best')
    .select(columns)
    .where('chart', '=', chart)
    .where('player', 'in', [...players])
    .execute()
}

/**
 * Returns the ranks of these entries on a chart, in their order: one more than the number of players ahead. The stored
 * bucket counts, summed once per board, give the players in the buckets above, so only the entry's own bucket is
 * scanned.
 */
export async function ranksOf(
  generation: GenerationDb,
  chart: string,
  bests: readonly Pick<OwnBest, 'system' | 'player' | 'key'>[],
): Promise<number[]> {
  if (bests.length === 0) return []
  const bucket = bucketSql('x.key')
  const { rows } = await sql<{ rank: number }>`
    with counted as materialized (
      select system, bucket, sum(players) over (partition by system order by bucket desc) - players as above
      from ${generation.table('buckets')}
      where chart = ${chart} and system = any(${[...new Set(bests.map((best) => best.system))]}::smallint[])
    )
    select (1
      + coalesce(c.above, 0)
      + (select count(*) from ${generation.table('best')} b
          where b.chart = ${chart} and b.system = x.system and b.key < ${keyAbove(bucket)}
            and (b.key, b.player) > (x.key, x.player)))::integer as rank
    from unnest(${bests.map((best) => best.system)}::smallint[], ${bests.map((best) => best.player)}::uuid[],
      ${bests.map((best) => best.key)}::bigint[]) with ordinality as x(system, player, key, nth)
    left join counted c on c.system = x.system and c.bucket = ${sql.raw(bucket)}
    order by x.nth`.execute(generation.db)
  return rows.map((row) => row.rank)
}

/**
 * Returns up to `reach` entries before and after each of these, best first. The ranks follow from the known one. Two
 * index ranges per entry, whatever its rank.
 */
export async function entriesAround(
  generation: GenerationDb,
  chart: string,
  ranked: readonly (OwnBest & { readonly rank: number })[],
  reach: number,
): Promise<Map<number, BoardEntry[]>> {
  if (ranked.length === 0) return new Map()
  const best = generation.table('best')
  const shown = sql.raw(columns.map((column) => `b.${column}`).join(', '))
  const { rows } = await sql<OwnBest>`
    select near.*
    from unnest(${ranked.map((own) => own.system)}::smallint[], ${ranked.map((own) => own.player)}::uuid[],
      ${ranked.map((own) => own.key)}::bigint[]) as x(system, player, key)
    cross join lateral (
      (select ${shown} from ${best} b
        where b.chart = ${chart} and b.system = x.system and (b.key, b.player) > (x.key, x.player)
        order by b.key, b.player limit ${reach})
      union all
      (select ${shown} from ${best} b
        where b.chart = ${chart} and b.system = x.system and (b.key, b.player) <= (x.key, x.player)
        order by b.key desc, b.player desc limit ${reach + 1})
    ) near`.execute(generation.db)
  return new Map(
    ranked.map((own) => {
      const near = rows.filter((row) => row.system === own.system).sort(byRank)
      const first = own.rank - near.findIndex((row) => row.player === own.player)
      return [own.system, near.map((row, i) => entryOf(row, first + i))]
    }),
  )
}

/** The order of boards, best first. Equal keys are ordered by player id, bytewise, descending. */
export function byRank(a: Pick<BestRow, 'key' | 'player'>, b: Pick<BestRow, 'key' | 'player'>): number {
  return b.key - a.key || (a.player < b.player ? 1 : -1)
}
