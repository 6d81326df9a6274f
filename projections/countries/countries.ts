import { sql, type Transaction } from 'kysely'
import { type BestRow, type BoardEntry, entryOf } from '../boards/bests-and-boards.ts'
import { ranksOf } from '../boards/reads.ts'
import type { GenerationDb } from '../read-database.ts'

/** An entry of the board of a country, with its rank among all players. */
export interface CountryEntry extends BoardEntry {
  readonly rankOfAll: number
}

type Row = Omit<BestRow, 'chart' | 'system'>

interface BoardOfCountry {
  readonly chart: string
  readonly system: number
  /** ISO 3166-1 number. */
  readonly country: number
}

/** Up to this number of players of a country they are looked up on the board; beyond, the board is read. */
const defaultMaxLookUps = 2_000

/**
 * Returns ranks `from` + 1 to `from` + `limit` of a chart's board among the players of a country, best first, and the
 * number of all. Reads one index range, that of the country's players with their entries, or if there are more than
 * `maxLookUps` of them, that of the board with the country of each player. Expects a transaction.
 */
export async function boardOfCountry(
  generation: GenerationDb,
  board: BoardOfCountry,
  { from, limit, maxLookUps = defaultMaxLookUps }: { from: number; limit: number; maxLookUps?: number },
): Promise<{ readonly total: number; readonly entries: readonly CountryEntry[] }> {
  const isSmall = await hasAtMost(generation, board.country, maxLookUps)
  // A plan for any country and any chart would look up each player of a large country. Until the end of the transaction.
  if (!isSmall) await sql`set local plan_cache_mode = force_custom_plan`.execute(generation.db)
  const { rows } = await sql<(Row & { total: number }) | { total: number; player: null }>`
    with own as materialized (${isSmall ? bestsOfPlayers(generation, board) : bestsOfBoard(generation, board)})
    select counted.total, page.*
    from (select count(*)::integer as total from own) counted
    left join lateral (
      select * from own order by key desc, player desc offset ${from}::integer limit ${limit}::integer
    ) page on true
    order by page.key desc, page.player desc`.execute(generation.db)
  const bests = rows.flatMap((row) => (row.player === null ? [] : [{ ...row, system: board.system }]))
  const ranks = await ranksOf(generation, board.chart, bests)
  return {
    total: rows[0]?.total ?? 0,
    entries: bests.map((row, i) => ({ ...entryOf(row, from + i + 1), rankOfAll: ranks[i] ?? 0 })),
  }
}

async function hasAtMost({ db }: GenerationDb, country: number, players: number): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from projector.countries where country = ${country} limit ${players + 1}::integer
    ) counted`.execute(db)
  return (rows[0]?.n ?? 0) <= players
}

/** SQL: one index lookup for each player of the country. The limit prevents a plan that scans the board. */
function bestsOfPlayers({ table }: GenerationDb, { chart, system, country }: BoardOfCountry) {
  return sql`
    select b.* from projector.countries c cross join lateral (
      select key, player, play_id, played_at, grade from ${table('best')}
      where chart = ${chart} and player = c.player and system = ${system} limit 1
    ) b
    where c.country = ${country}`
}

/** SQL: the entries of the board whose players are of the country. */
function bestsOfBoard({ table }: GenerationDb, { chart, system, country }: BoardOfCountry) {
  return sql`
    select b.key, b.player, b.play_id, b.played_at, b.grade
    from ${table('best')} b join projector.countries c on c.player = b.player
    where b.chart = ${chart} and b.system = ${system} and c.country = ${country}`
}

/** Returns the numbers (ISO 3166-1) of the countries that players have set, one index lookup for each. */
export async function countriesOfPlayers({ db }: GenerationDb): Promise<number[]> {
  const { rows } = await sql<{ country: number }>`
    with recursive found as (
      (select country from projector.countries order by country limit 1)
      union all
      select (select c.country from projector.countries c where c.country > f.country order by c.country limit 1)
      from found f where f.country is not null
    )
    select country from found where country is not null`.execute(db)
  return rows.map(({ country }) => country)
}

/** A player with the number of the country in ISO 3166-1; null for none, or without an account. */
interface CountryOfPlayer {
  readonly player: string
  readonly country: number | null
}

/**
 * Brings `projector.countries` up to date with these players, in the caller's transaction, which must hold locks of
 * their accounts. Returns the countries whose players changed. The countries of players are not in the ledger,
 * so the table is beside the generations: a change applies to the boards of all of them at once.
 */
export async function followCountries<Tables>(
  tx: Transaction<Tables>,
  players: readonly CountryOfPlayer[],
): Promise<number[]> {
  const ids = players.map(({ player }) => player)
  const { rows } = await sql<{ country: number }>`
    with given as materialized (
      select * from unnest(${ids}::uuid[], ${players.map(({ country }) => country)}::integer[]) as x(player, country)
    ),
    changed as materialized (
      select g.player, g.country, c.country as before
      from given g left join projector.countries c using (player)
      where g.country is distinct from c.country
    ),
    gone as (
      delete from projector.countries c using changed x where c.player = x.player and x.country is null
    ),
    moved as (
      insert into projector.countries (player, country)
      select player, country from changed where country is not null order by player
      on conflict (player) do update set country = excluded.country
    )
    select country from changed where country is not null
    union select before from changed where before is not null`.execute(tx)
  return rows.map(({ country }) => country)
}
