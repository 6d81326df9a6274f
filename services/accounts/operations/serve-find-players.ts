import { findPlayers, keyPrefixLength, playersFound } from '@stepledger/contracts/http/operated-players.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { pictureUrl } from '../profile/own-user.ts'
import { searchAliases } from '../profile/search-aliases.ts'

type Search = Pick<Accounts, 'db' | 'readModels' | 'readRefusals'>

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

/** Describes these players, in this order; an unknown id is omitted. */
async function describePlayers({ db, readModels }: Search, ids: readonly string[]) {
  if (ids.length === 0) return []
  const [players, permissions, keys, lastPlays] = await Promise.all([
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
      .selectFrom('accounts.api_keys')
      .select(['player_id', 'fingerprint', 'created_at', 'last_used_at'])
      .where('player_id', 'in', ids)
      .orderBy('created_at')
      .execute(),
    readModels.lastPlayTimes(ids),
  ])
  return ids.flatMap((id) => {
    const player = players.find((row) => row.id === id)
    if (!player) return []
    const lastPlay = lastPlays.get(id)
    return {
      userId: id,
      alias: player.alias,
      profileImageUrl: pictureUrl(player.picture),
      createdAt: player.created_at.toISOString(),
      permissions: permissions.filter((row) => row.player_id === id).map(({ permission }) => permission),
      lastPlayAt: lastPlay === undefined ? null : new Date(lastPlay).toISOString(),
      keys: keys
        .filter((row) => row.player_id === id)
        .map((row) => ({
          prefix: row.fingerprint.slice(0, keyPrefixLength),
          createdAt: row.created_at.toISOString(),
          lastUsedAt: row.last_used_at?.toISOString() ?? null,
        })),
    }
  })
}
