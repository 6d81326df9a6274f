import {
  autocompleteUsers,
  maxAliasesFound,
  shortestAliasSearch,
} from '@stepledger/contracts/http/players.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { uniqueKey } from '../identity/unique-key.ts'
import { pictureUrl } from './own-user.ts'

/** Appended to a prefix, sorts after every string with that prefix. */
const lastLetter = '\u{10ffff}'

/** Serves the search for players by alias prefix, an index range scan. Leaves out the caller. */
export function serveAutocomplete(app: FastifyInstance, { db }: Accounts): void {
  serve(app, autocompleteUsers, async ({ caller, query }) => {
    const text = query.query.trim()
    if (text.length < shortestAliasSearch) return { users: [] }
    const from = uniqueKey(text)
    const key = sql<string>`alias_key COLLATE "C"`
    const rows = await db
      .selectFrom('accounts.players')
      .select(['id', 'alias', 'picture'])
      .where(key, '>=', from)
      .where(key, '<', from + lastLetter)
      .where('id', '!=', caller.playerId)
      .orderBy(key)
      .limit(maxAliasesFound)
      .execute()
    return {
      users: rows.map(({ id, alias, picture }) => ({
        userId: id,
        alias,
        profileImageUrl: pictureUrl(picture),
      })),
    }
  })
}
