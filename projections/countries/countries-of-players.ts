import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'

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
