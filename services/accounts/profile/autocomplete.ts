import { autocompleteUsers } from '@stepledger/contracts/http/players.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { pictureUrl } from './own-user.ts'
import { searchAliases } from './search-aliases.ts'

export function serveAutocomplete(app: FastifyInstance, accounts: Accounts): void {
  serve(app, autocompleteUsers, async ({ query }) => ({
    users: (await searchAliases(accounts, query.query)).map(({ id, alias, picture }) => ({
      userId: id,
      alias,
      profileImageUrl: pictureUrl(picture),
    })),
  }))
}
