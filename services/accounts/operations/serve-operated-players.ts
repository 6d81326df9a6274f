import {
  eraseAccount,
  findPlayers,
  grantPermission as grantRoute,
  keyPrefixLength,
  playersFound,
  revokePermission,
  signOutPlayer,
} from '@stepledger/contracts/http/operated-players.ts'
import { type Permission, permission as permissions } from '@stepledger/contracts/http/route.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { type Operator, serveAction } from '../../platform/http/serve-action.ts'
import { describeEntry } from '../audit.ts'
import { notifyAccessChanged } from '../authentication/authenticate-token.ts'
import type { Accounts } from '../deps.ts'
import { countPosters, deleteLeftovers, erasePlayer, filesOf, ownPictureOf } from '../erasure/erase-player.ts'
import { endErasures } from '../erasure/scrub-tables.ts'
import { findPlayerRow, lockPlayerRow } from '../player-row.ts'
import { searchAliases } from '../players/search-aliases.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { pictureUrl } from '../profile/own-user.ts'
import { type AccountsDatabase, accountsDatabase } from '../tables.ts'
import { auditChanged, insertOperatorAuditEntry, recordOperatorAction } from './operator-audit.ts'
import type { SignedInOperator } from './operators.ts'

type Search = Pick<Accounts, 'db' | 'readModels' | 'readRefusals' | 'now'>

export function serveFindPlayers(app: FastifyInstance, accounts: Search): void {
  serve(app, findPlayers, async ({ query: { query } }) => {
    const text = query.trim()
    const prefix = text.startsWith('sl_') && text.length > 3 ? text.slice(0, keyPrefixLength) : null
    const players = await describePlayers(accounts, await findIds(accounts, text, prefix))
    const keys = players.flatMap((player) => player.keys.map((key) => key.prefix))
    return { players, refusals: await accounts.readRefusals({ keys, prefix }, playersFound.refusals) }
  })
}

/**
 * Ids of the players that a search finds: by id, by API key and by alias, in this order. Scans all API keys, which only
 * operators do.
 */
async function findIds(accounts: Search, text: string, prefix: string | null): Promise<string[]> {
  const id = playerId.safeParse(text)
  const byKey =
    prefix === null
      ? []
      : await accounts.db
          .selectFrom('accounts.api_keys')
          .select('player_id')
          .distinct()
          .where(sql<boolean>`starts_with(fingerprint, ${prefix})`)
          .orderBy('player_id')
          .limit(playersFound.players)
          .execute()
  const byAlias = await searchAliases(accounts, text)
  const ids = [...(id.success ? [id.data] : []), ...byKey.map((row) => row.player_id)]
  return [...new Set([...ids, ...byAlias.map((row) => row.id)])].slice(0, playersFound.players)
}

/** Describes these players, in this order; an unknown id is omitted. No secret and no address. */
async function describePlayers({ db, readModels, now }: Search, ids: readonly string[]) {
  if (ids.length === 0) return []
  const [players, permissions, sessions, keys, passkeys, history, lastPlays] = await Promise.all([
    db
      .selectFrom('accounts.players')
      .select(['id', 'alias', 'picture', 'created_at'])
      .where('id', 'in', ids)
      .execute(),
    db
      .selectFrom('accounts.permissions')
      .select(['player_id', 'permission'])
      .where('player_id', 'in', ids)
      .orderBy('permission')
      .execute(),
    db
      .selectFrom('accounts.sessions')
      .select(['player_id', 'device', 'created_at', 'last_used_at', 'expires_at'])
      .where('player_id', 'in', ids)
      .where('expires_at', '>', new Date(now()))
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('accounts.api_keys')
      .select(['player_id', 'fingerprint', 'created_at', 'last_used_at'])
      .where('player_id', 'in', ids)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('accounts.passkeys')
      .select(['player_id', 'name', 'created_at', 'last_used_at'])
      .where('player_id', 'in', ids)
      .orderBy('created_at')
      .execute(),
    latestHistory(db, ids),
    readModels.lastPlayTimes(ids),
  ])
  return ids.flatMap((id) => {
    const player = players.find((row) => row.id === id)
    if (!player) return []
    const lastPlay = lastPlays.get(id)
    const own = (row: { readonly player_id: string | null }) => row.player_id === id
    return {
      userId: id,
      alias: player.alias,
      profileImageUrl: pictureUrl(player.picture),
      createdAt: player.created_at.toISOString(),
      permissions: permissions.filter(own).map(({ permission }) => permission),
      lastPlayAt: lastPlay === undefined ? null : new Date(lastPlay).toISOString(),
      sessions: sessions.filter(own).map((row) => ({
        device: row.device,
        ...useOf(row),
        expiresAt: row.expires_at.toISOString(),
      })),
      keys: keys
        .filter(own)
        .map((row) => ({ prefix: row.fingerprint.slice(0, keyPrefixLength), ...useOf(row) })),
      passkeys: passkeys.filter(own).map((row) => ({ name: row.name, ...useOf(row) })),
      history: history.filter(own).map(describeEntry),
    }
  })
}

const useOf = (row: { readonly created_at: Date; readonly last_used_at: Date | null }) => ({
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** The latest entries of the history of each of these players, newest first. */
async function latestHistory(db: AccountsDatabase, ids: readonly string[]) {
  const { rows } = await sql<{ player_id: string; at: Date; by: string; what: string; details: unknown }>`
    SELECT a.* FROM unnest(${ids}::uuid[]) AS player(id) CROSS JOIN LATERAL (
      SELECT player_id, at, by, what, details FROM accounts.audit
      WHERE player_id = player.id ORDER BY accounts.audit.id DESC LIMIT ${playersFound.history}) a`.execute(
    db,
  )
  return rows
}

/** How long an erasure waits for the fold, ms. */
const foldTimeoutMs = 10_000

/** Serves what operators do with players: permissions, sign-out, erasure. */
export function serveOperatedPlayers(app: FastifyInstance, accounts: Accounts): void {
  const { database, db, push, log, now, readModels, progress, isAlone } = accounts
  const { authentication } = app.guards

  async function find(alias: string) {
    const account = await findAccount(db, alias)
    if (!account) throw notFound(`There is no player ${alias}`)
    return { id: account.id, alias: account.alias }
  }

  async function withPermissions(user: { readonly id: string; readonly alias: string }) {
    const rows = await db
      .selectFrom('accounts.permissions')
      .select('permission')
      .where('player_id', '=', user.id)
      .orderBy('permission')
      .execute()
    return { user, permissions: permissions.array().parse(rows.map((row) => row.permission)) }
  }

  /** Called after a change of access, for this process and for the page of operators. */
  function announce(playerId: string): void {
    authentication.forget(playerId)
    push.publish(auditChanged)
  }

  serveAction(app, grantRoute, {
    plan: async ({ input: { alias } }) => withPermissions(await find(alias)),
    async act({ input: { permission }, by }, { user }) {
      const changed = await grantPermission(database, user.id, permission, by)
      announce(user.id)
      return { ...(await withPermissions(user)), changed }
    },
  })

  serveAction(app, revokePermission, {
    plan: async ({ input: { alias } }) => withPermissions(await find(alias)),
    async act({ input: { permission }, by }, { user }) {
      const changed = await revoke(user.id, permission, by)
      announce(user.id)
      return { ...(await withPermissions(user)), changed }
    },
  })

  /** Returns false if the player does not have it. Also ends what only the permission allows: tokens of operators. */
  function revoke(playerId: string, permission: Permission, by: Operator): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      // Serializes with the creation of such a token.
      await lockPlayerRow(trx, playerId)
      const { numDeletedRows } = await trx
        .deleteFrom('accounts.permissions')
        .where('player_id', '=', playerId)
        .where('permission', '=', permission)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) return false
      if (permission === 'ledger.operate')
        await trx
          .deleteFrom('accounts.sessions')
          .where('player_id', '=', playerId)
          .where('kind', '=', 'operator')
          .execute()
      await notifyAccessChanged(trx, playerId)
      await insertOperatorAuditEntry(
        trx,
        { playerId, what: 'Permission revoked', details: { permission } },
        by,
      )
      return true
    })
  }

  serveAction(app, signOutPlayer, {
    async plan({ input: { alias, keys = false } }) {
      const user = await find(alias)
      const { rows } = await sql<{ sessions: number; apiKeys: number }>`
        SELECT
          (SELECT count(*) FROM accounts.sessions WHERE player_id = ${user.id} AND expires_at > ${new Date(now())})
            AS sessions,
          (SELECT count(*) FROM accounts.api_keys WHERE player_id = ${user.id} AND ${keys}) AS "apiKeys"`.execute(
        db,
      )
      return { user, sessions: rows[0]?.sessions ?? 0, apiKeys: rows[0]?.apiKeys ?? 0 }
    },
    async act({ input: { keys = false }, by }, { user }) {
      const ended = await signOut(user.id, keys, by)
      announce(user.id)
      return ended
    },
  })

  function signOut(playerId: string, keys: boolean, by: Operator) {
    return db.transaction().execute(async (trx) => {
      // Serializes with concurrent sign-ins and key creation.
      await lockPlayerRow(trx, playerId)
      const sessions = await trx
        .deleteFrom('accounts.sessions')
        .where('player_id', '=', playerId)
        .returning('expires_at')
        .execute()
      const deleted = keys
        ? await trx
            .deleteFrom('accounts.api_keys')
            .where('player_id', '=', playerId)
            .returning('id')
            .execute()
        : []
      await notifyAccessChanged(trx, playerId)
      const done = {
        sessions: sessions.filter(({ expires_at }) => expires_at.getTime() > now()).length,
        apiKeys: deleted.length,
      }
      const details = { sessions: String(done.sessions), ...(keys && { keys: String(done.apiKeys) }) }
      await insertOperatorAuditEntry(trx, { playerId, what: 'Signed out everywhere', details }, by)
      return done
    })
  }

  serveAction(app, eraseAccount, {
    async plan({ input: { alias } }) {
      const user = await find(alias)
      return { user, ...(await readModels.countsOfErasure(user.id)), ...(await countsOf(user.id)) }
    },
    async act({ by }, { user }) {
      await recordOperatorAction(accounts, { what: 'A player erased' }, by)
      const position = await erasePlayer(accounts, user.id).catch((cause: unknown) => {
        const message = 'The erasure has begun. A server completes it as soon as what it needs answers.'
        throw new HttpError(503, message, {}, { cause })
      })
      if (position === null) throw notFound(`There is no player ${user.alias}`)
      authentication.forget(user.id)
      if (isAlone) {
        // Otherwise the background worker does it, once no request in flight can still write data of the player.
        await deleteLeftovers(accounts, user.id)
        await endErasures(database, log, [user.id])
      }
      return { playerId: user.id, folded: await progress.reached(position, foldTimeoutMs) }
    },
  })

  /** Numbers of rows and files that an erasure deletes. */
  async function countsOf(playerId: string) {
    const own = (table: string) =>
      sql`(SELECT count(*) FROM ${sql.id('accounts', table)} WHERE player_id = ${playerId})`
    const { rows } = await sql<
      Record<'sessions' | 'apiKeys' | 'passkeys' | 'mails' | 'history' | 'uploads', number>
    >`
      SELECT ${own('sessions')} AS sessions, ${own('api_keys')} AS "apiKeys", ${own('passkeys')} AS passkeys,
        ${own('mails')} AS mails, ${own('audit')} AS history,
        (SELECT count(*) FROM catalogue.uploads WHERE uploader = ${playerId}) AS uploads`.execute(db)
    const [counts] = rows
    if (!counts) throw new Error('counting answers one row')
    const files = await filesOf(database, playerId)
    const picture = await ownPictureOf(database, playerId)
    const posters = await countPosters(database, playerId)
    return { ...counts, files: files.length + posters + (picture === null ? 0 : 1) }
  }
}

/**
 * Grants a permission to the player with this alias or id, effective from the next call in every process. Returns false
 * if the player had it already, or does not exist.
 */
export async function grantPermission(
  database: Pick<Database, 'pool'>,
  player: string,
  permission: Permission,
  by: SignedInOperator | null = null,
): Promise<boolean> {
  const db = accountsDatabase(database)
  const account = await findAccount(db, player)
  if (!account) return false
  return db.transaction().execute(async (trx) => {
    await notifyAccessChanged(trx, account.id)
    const granted = await trx
      .insertInto('accounts.permissions')
      .values({ player_id: account.id, permission, granted_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('permission')
      .executeTakeFirst()
    if (!granted) return false
    await insertOperatorAuditEntry(
      trx,
      { playerId: account.id, what: 'Permission granted', details: { permission } },
      by,
    )
    return true
  })
}

/** Ignores case; null if there is none. */
async function findAccount(db: AccountsDatabase, named: string) {
  const id = playerId.safeParse(named)
  const row = id.success
    ? await findPlayerRow(db, 'id', id.data)
    : await findPlayerRow(db, 'alias_key', uniqueKey(named.trim()))
  return row ?? null
}
