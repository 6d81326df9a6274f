import { findPlayers, keyPrefixLength, playersFound } from '@stepledger/contracts/http/operated-players.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../../platform/http/serve.ts'
import { describeEntry } from '../audit.ts'
import type { Accounts } from '../deps.ts'
import { searchAliases } from '../players/search-aliases.ts'
import { pictureUrl } from '../profile/own-user.ts'
import type { AccountsDatabase } from '../tables.ts'

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
