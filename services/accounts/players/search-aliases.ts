import { autocompleteUsers, maxAliasesFound, minAliasSearch } from '@stepledger/contracts/http/players.ts'
import { searchWords } from '@stepledger/contracts/search-text.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { pictureUrl } from '../profile/own-user.ts'

export function serveAutocomplete(app: FastifyInstance, accounts: Accounts): void {
  serve(app, autocompleteUsers, async ({ query }) => ({
    users: (await searchAliases(accounts, query.query)).map(({ id, alias, picture }) => ({
      userId: id,
      alias,
      profileImageUrl: pictureUrl(picture),
    })),
  }))
}

/** Endings read for one search: an alias may contain a word several times, begin with it, or lack the other words. */
const endingsRead = 1000

/** Appended to a prefix, sorts after every string with that prefix. */
const lastLetter = '\u{10ffff}'

/**
 * Finds players by parts of their alias, in any order: first those whose alias begins with the longest one, then the
 * others. Both are index range scans for the longest part, filtered by the other parts.
 */
export async function searchAliases({ db }: Pick<Accounts, 'db'>, text: string) {
  if (text.trim().length < minAliasSearch) return []
  const [from, ...others] = searchWords(text)
  if (from === undefined) return []
  const key = sql<string>`coalesce(search_key, alias_key) COLLATE "C"`
  const found = db
    .selectFrom('accounts.players')
    .select(['id', 'alias', 'picture'])
    .where((where) => where.and(others.map((word) => sql<boolean>`strpos(${key}, ${word}) > 0`)))
    .limit(maxAliasesFound)
  const beginning = await found
    .where(key, '>=', from)
    .where(key, '<', from + lastLetter)
    .orderBy(key)
    .orderBy('alias_key')
    .execute()
  const missing = maxAliasesFound - beginning.length
  if (missing === 0) return beginning
  const containing = await found
    .where('id', 'in', (select) =>
      select
        .selectFrom('accounts.alias_endings')
        .select('player_id')
        .where('ending', '>=', from)
        .where('ending', '<', from + lastLetter)
        .orderBy('ending')
        .limit(endingsRead),
    )
    .where(sql<boolean>`NOT starts_with(${key}, ${from})`)
    .orderBy(key)
    .orderBy('alias_key')
    .limit(missing)
    .execute()
  return [...beginning, ...containing]
}
