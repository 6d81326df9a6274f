import { searchText } from '@stepledger/contracts/search-text.ts'
import { followCountries } from '@stepledger/projections/countries/countries.ts'
import { unusablePasswordHash } from '@stepledger/services/accounts/erasure/erase-player.ts'
import { claimLooks } from '@stepledger/services/accounts/migrations.ts'
import { uniqueKey } from '@stepledger/services/accounts/players/unique-key.ts'
import { accountsDatabase } from '@stepledger/services/accounts/tables.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'

/** A made-up account without sign-in. */
interface NewPlayer {
  readonly id: string
  readonly alias: string
  /** ISO 3166-1 numeric. */
  readonly country: number | null
  readonly sealingKey: Uint8Array
}

/** Inserts missing accounts and returns their number. A taken alias gets a suffix. */
export async function addPlayers(
  database: Pick<Database, 'pool'>,
  players: readonly NewPlayer[],
  createdAt: Date,
): Promise<number> {
  const { pool } = database
  const add = async (named: readonly NewPlayer[]) => {
    const { rows } = await pool.query<{ id: string; alias: string }>(
      `insert into accounts.players
         (id, alias, alias_key, search_key, email, email_key, password_hash, country_id, sealing_key, created_at, updated_at)
       select p.id, p.alias, p.alias_key, p.search_key, p.email, p.email, $1, p.country, p.key, $2, $2
       from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::int[], $8::bytea[], $9::text[])
         as p(id, alias, alias_key, email, country, key, search_key)
       where not exists (select from accounts.players there where there.id = p.id)
       on conflict do nothing
       returning id, alias`,
      [
        unusablePasswordHash,
        createdAt,
        named.map(({ id }) => id),
        named.map(({ alias }) => alias),
        named.map(({ alias }) => uniqueKey(alias)),
        named.map(({ id }) => `${id}@nobody.invalid`),
        named.map(({ country }) => country),
        named.map(({ sealingKey }) => Buffer.from(sealingKey)),
        named.map(({ alias }) => searchText(alias)),
      ],
    )
    await claimLooks(pool, rows)
    const isAdded = new Set(rows.map(({ id }) => id))
    const located = named
      .filter(({ id }) => isAdded.has(id))
      .map(({ id, country }) => ({ player: id, country }))
    await accountsDatabase(database)
      .transaction()
      .execute((tx) => followCountries(tx, located))
    return rows.length
  }
  const added = await add(players)
  const suffixed = players.map((player) => ({ ...player, alias: `${player.alias}_${player.id.slice(0, 8)}` }))
  return added < players.length ? added + (await add(suffixed)) : added
}
