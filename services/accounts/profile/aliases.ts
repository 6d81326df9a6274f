import { mostFormerAliases } from '@stepledger/contracts/http/own-profile.ts'
import { looksOf } from '../identity/alias-looks.ts'
import { uniqueKey } from '../identity/unique-key.ts'
import { findTaken, refuseInvalidAlias, taken } from '../sign-in/taken.ts'
import type { AccountsDatabase } from '../tables.ts'

interface AliasChange {
  readonly playerId: string
  readonly from: string
  readonly to: string
  readonly at: Date
}

/**
 * Gives the player another alias; in a transaction that holds the player's row. The one before stays the player's:
 * nobody else can take it, nor one that looks like it, and old links find the player, until twenty others have
 * followed. Throws 422, 409; where two want one at once, the error of the constraint.
 */
export async function changeAlias(
  db: AccountsDatabase,
  { playerId, from, to, at }: AliasChange,
): Promise<void> {
  refuseInvalidAlias(to)
  const aliasKey = uniqueKey(to)
  const found = await findTaken(db, { aliasKey, looks: looksOf(to), emailKey: null, playerId })
  if (found.length > 0) throw taken(found)

  await db
    .updateTable('accounts.players')
    .set({ alias: to, alias_key: aliasKey, updated_at: at })
    .where('id', '=', playerId)
    .execute()
  await db
    .deleteFrom('accounts.former_aliases')
    .where('player_id', '=', playerId)
    .where('alias_key', '=', aliasKey)
    .execute()
  if (uniqueKey(from) !== aliasKey)
    await db
      .insertInto('accounts.former_aliases')
      .values({ alias_key: uniqueKey(from), alias: from, player_id: playerId, until: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await giveUpOldest(db, playerId)
  await holdLooks(db, playerId, to)
}

async function giveUpOldest(db: AccountsDatabase, playerId: string): Promise<void> {
  await db
    .deleteFrom('accounts.former_aliases')
    .where('alias_key', 'in', (query) =>
      query
        .selectFrom('accounts.former_aliases')
        .select('alias_key')
        .where('player_id', '=', playerId)
        .orderBy('until', 'desc')
        .orderBy('alias_key')
        .offset(mostFormerAliases),
    )
    .execute()
}

/**
 * Leaves the player the looks of `alias` and of the former ones, and no others. What another one came first with stays
 * with that one.
 */
async function holdLooks(db: AccountsDatabase, playerId: string, alias: string): Promise<void> {
  const former = await db
    .selectFrom('accounts.former_aliases')
    .select('alias')
    .where('player_id', '=', playerId)
    .execute()
  const looks = new Set([alias, ...former.map((row) => row.alias)].flatMap(looksOf))
  const held = await db
    .selectFrom('accounts.alias_looks')
    .select('look')
    .where('player_id', '=', playerId)
    .execute()
  const gone = held.filter(({ look }) => !looks.has(look)).map(({ look }) => look)
  if (gone.length > 0) await db.deleteFrom('accounts.alias_looks').where('look', 'in', gone).execute()
  const have = new Set(held.map(({ look }) => look))
  const missing = looksOf(alias).filter((look) => !have.has(look))
  if (missing.length > 0)
    await db
      .insertInto('accounts.alias_looks')
      .values([...new Set(missing)].map((look) => ({ look, player_id: playerId })))
      .execute()
}
