import { createHash } from 'node:crypto'
import { getUser, setPreferredLeaderboards } from '@stepledger/contracts/http/accounts.ts'
import { getPublishedData, setPublishedData } from '@stepledger/contracts/http/own-data.ts'
import { listCountries, maxFormerAliases, updateUser } from '@stepledger/contracts/http/profile.ts'
import { searchText } from '@stepledger/contracts/search-text.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { countries, countryOf } from '../../platform/countries/countries.ts'
import { cachedBody } from '../../platform/http/compress.ts'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { invalidField } from '../../platform/http/http-error.ts'
import { Rendered } from '../../platform/http/send-answer.ts'
import { serve } from '../../platform/http/serve.ts'
import { looksOf } from '../../platform/text/looks.ts'
import { insertAuditEntry } from '../audit.ts'
import { deliverChangesInBackground, recordChange } from '../changed-players-outbox.ts'
import type { Accounts } from '../deps.ts'
import { lockCaller, lockPlayer, playerRow, updatePlayer } from '../player-row.ts'
import { findTaken, refuseInvalidAlias, takenError, takenErrorOf } from '../players/taken-error.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { changePassword, refuseCommonPassword, verifyPassword } from '../sign-in/account-password.ts'
import type { AccountsDatabase, PlayerRow } from '../tables.ts'
import { ownUser } from './own-user.ts'

export function serveOwnAccount(app: FastifyInstance, accounts: Accounts): void {
  const { db, now } = accounts

  serve(app, getUser, async ({ caller }) => {
    const user = await ownUser(accounts, caller.playerId)
    const { id, alias, profileImageUrl } = user
    const plays = await accounts.readModels.recentPlaysOf(id)
    const recentPlays = plays.map(({ player: _, ...play }) => ({
      ...play,
      user: { id, alias, profileImageUrl },
    }))
    return { ...user, recentPlays }
  })

  serve(app, setPreferredLeaderboards, async ({ caller, body }) => {
    await updatePlayer(db, caller.playerId, new Date(now()), { preferred_leaderboards: body.leaderboardIds })
    const user = await ownUser(accounts, caller.playerId)
    return { user, preferredLeaderboards: user.preferredLeaderboards }
  })
}

export function servePublishedData(app: FastifyInstance, { db, now }: Accounts): void {
  serve(app, getPublishedData, async ({ caller }) => ({
    included: (await playerRow(db, caller.playerId)).in_published_data,
  }))

  serve(app, setPublishedData, ({ caller: { playerId }, body: { included } }) =>
    db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      if ((await playerRow(trx, playerId)).in_published_data === included) return { included }
      const at = new Date(now())
      await updatePlayer(trx, playerId, at, { in_published_data: included })
      const what = included ? 'Joined the published data' : 'Left the published data'
      await insertAuditEntry(trx, { at, playerId, what })
      return { included }
    }),
  )
}

/** Serves the list of countries, which changes only with a release. */
export function serveCountries(app: FastifyInstance): void {
  const bytes = Buffer.from(JSON.stringify({ countries }))
  const etag = `W/"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  const list = new Rendered(cachedBody(bytes), { etag, 'cache-control': 'public, max-age=3600' })
  serve(app, listCountries, () => list)
}

type Update = z.output<typeof updateUser.body>

export function serveUpdateUser(app: FastifyInstance, accounts: Accounts): void {
  const { authentication, limits } = app.guards

  serve(app, updateUser, async ({ caller, body, request }) => {
    const { playerId } = caller
    const before = await playerRow(accounts.db, playerId)
    if (!changesPublic(before, body) && !body.newPassword) throw invalidField('body', 'No changes to save')
    if (body.countryId != null && countryOf(body.countryId) === null)
      throw invalidField('countryId', 'Please select a valid country')
    // Not in the contract as the `rate` of the route: a new password must always be possible.
    if (changesPublic(before, body)) await enforceLimit(limits, 'change', playerId)
    const passwordHash = await newHash(body, { caller, emailKey: before.email_key, request })
    try {
      await save(body, { caller, passwordHash })
    } catch (error) {
      throw takenErrorOf(error) ?? error
    }
    if (passwordHash !== null) authentication.forget(playerId)
    deliverChangesInBackground(accounts)
    const message = passwordHash === null ? 'Profile updated' : 'Password changed'
    return { user: await ownUser(accounts, playerId), message }
  })

  /** Hashes the new password; null when it does not change. */
  async function newHash(
    { currentPassword, newPassword }: Update,
    attempt: { caller: Caller; emailKey: string; request: FastifyRequest },
  ): Promise<string | null> {
    if (!newPassword) return null
    if (!currentPassword)
      throw invalidField('currentPassword', 'Current password is required to change password')
    refuseCommonPassword(newPassword, 'newPassword')
    if (!(await verifyPassword(accounts, limits, { ...attempt, password: currentPassword })))
      throw invalidField('currentPassword', 'Current password is wrong')
    return accounts.passwords.hash(newPassword)
  }

  /** Atomic. Reads the row again under its lock, as a concurrent request may have changed it. */
  function save(
    { alias, countryId, removeKeysAndPasskeys }: Update,
    { caller, passwordHash }: { caller: Caller; passwordHash: string | null },
  ) {
    const { playerId } = caller
    const at = new Date(accounts.now())
    return accounts.db.transaction().execute(async (trx) => {
      await lockCaller(trx, caller)
      const row = await playerRow(trx, playerId)
      if (changesPublic(row, { alias, countryId })) await recordChange(trx, playerId, at)
      if (alias !== undefined && alias !== row.alias) {
        await changeAlias(trx, { playerId, from: row.alias, to: alias, at })
        const details = { from: row.alias, to: alias }
        await insertAuditEntry(trx, { at, playerId, what: 'Alias changed', details })
      }
      if (countryId !== undefined && countryId !== row.country_id) {
        await updatePlayer(trx, playerId, at, { country_id: countryId })
        const details = { to: countryOf(countryId)?.name ?? 'none' }
        await insertAuditEntry(trx, { at, playerId, what: 'Country changed', details })
      }
      if (passwordHash !== null)
        await changePassword(trx, {
          playerId,
          passwordHash,
          sessionId: caller.credentialId,
          removeKeys: removeKeysAndPasskeys,
          at,
        })
    })
  }
}

function changesPublic(row: PlayerRow, { alias, countryId }: Pick<Update, 'alias' | 'countryId'>): boolean {
  const isNewAlias = alias !== undefined && alias !== row.alias
  return isNewAlias || (countryId !== undefined && countryId !== row.country_id)
}

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
async function changeAlias(db: AccountsDatabase, { playerId, from, to, at }: AliasChange): Promise<void> {
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
