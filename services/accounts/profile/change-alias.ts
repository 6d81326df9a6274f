import { maxFormerAliases } from '@stepledger/contracts/http/own-profile.ts'
import { searchText } from '@stepledger/contracts/search-text.ts'
import { updatePlayer } from '../player-row.ts'
import { looksOf } from '../players/alias-looks.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { findTaken, refuseInvalidAlias, takenError } from '../sign-in/taken-error.ts'
import type { AccountsDatabase } from '../tables.ts'

interface AliasChange {
  readonly playerId: string
  readonly from: string
  readonly to: string
  readonly at: Date
}

/**
 * Changes the alias, in a transaction that has locked the player's row. The last twenty former aliases and those
 * confusable with them stay reserved, and old links keep working. Throws 422, 409; a concurrent claim of the alias throws
 * the error of the unique constraint.
 */
export async function changeAlias(
  db: AccountsDatabase,
  { playerId, from, to, at }: AliasChange,
): Promise<void> {
  refuseInvalidAlias(to)
  const aliasKey = uniqueKey(to)
  const conflicts = await findTaken(db, { aliasKey, looks: looksOf(to), emailKey: null, playerId })
  if (conflicts.length > 0) throw takenError(conflicts)

  await updatePlayer(db, playerId, at, {
    alias: to,
    alias_key: aliasKey,
    search_key: searchText(to),
  })
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
  await releaseOldest(db, playerId)
  await updateLooks(db, playerId, to)
}

async function releaseOldest(db: AccountsDatabase, playerId: string): Promise<void> {
  await db
    .deleteFrom('accounts.former_aliases')
    .where('alias_key', 'in', (query) =>
      query
        .selectFrom('accounts.former_aliases')
        .select('alias_key')
        .where('player_id', '=', playerId)
        .orderBy('until', 'desc')
        .orderBy('alias_key')
        .offset(maxFormerAliases),
    )
    .execute()
}

/** Reserves the skeletons of `alias` and of the former aliases for the player, and releases all others. */
async function updateLooks(db: AccountsDatabase, playerId: string, alias: string): Promise<void> {
  const former = await db
    .selectFrom('accounts.former_aliases')
    .select('alias')
    .where('player_id', '=', playerId)
    .execute()
  const looks = new Set([alias, ...former.map((row) => row.alias)].flatMap(looksOf))
  const rows = await db
    .selectFrom('accounts.alias_looks')
    .select('look')
    .where('player_id', '=', playerId)
    .execute()
  const obsolete = rows.filter(({ look }) => !looks.has(look)).map(({ look }) => look)
  if (obsolete.length > 0) await db.deleteFrom('accounts.alias_looks').where('look', 'in', obsolete).execute()
  const existing = new Set(rows.map(({ look }) => look))
  const missing = looksOf(alias).filter((look) => !existing.has(look))
  if (missing.length > 0)
    await db
      .insertInto('accounts.alias_looks')
      .values([...new Set(missing)].map((look) => ({ look, player_id: playerId })))
      .execute()
}
