import { linkToken } from '@stepledger/contracts/http/mail-links.ts'
import { allRoutes } from '@stepledger/contracts/http/routes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { batched } from '../../platform/database/batched.ts'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { credentialHash } from '../authentication/credential-hash.ts'
import type { Accounts } from '../deps.ts'

const linkBody = z.looseObject({ token: linkToken })
const linkPaths: ReadonlySet<string> = new Set(
  allRoutes.filter(({ rate }) => rate === 'link').map(({ path }) => path),
)

/**
 * Rate-limits calls with the token of a mail: by player when the token is valid, else by IP address, so that guessed
 * tokens do not use up the limit of players behind the same address. Must be called before its routes are registered.
 */
export function countLinks(app: FastifyInstance, { db }: Pick<Accounts, 'db'>): void {
  const findLink = batched(
    (hashes: readonly Buffer[]) =>
      db
        .selectFrom('accounts.mail_links')
        .select(['token_hash', 'player_id'])
        .where('token_hash', 'in', hashes)
        .execute(),
    (hash) => hash.toString('base64'),
    ({ token_hash }) => token_hash,
  )
  const count = async (request: FastifyRequest) => {
    const body = linkBody.safeParse(request.body)
    const link = body.success ? await findLink(credentialHash(body.data.token)) : null
    await enforceLimit(app.guards.limits, 'link', link?.player_id ?? addressKey(request.ip))
  }
  // Only on these routes: even a hook that does nothing costs time on every page.
  app.addHook('onRoute', (route) => {
    if (linkPaths.has(route.url)) route.preHandler = count
  })
}
