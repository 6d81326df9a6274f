import { sql, type Transaction } from 'kysely'

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
