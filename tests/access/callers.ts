import { randomBytes } from 'node:crypto'
import { apiKey } from '@stepledger/contracts/http/api-keys.ts'
import { permission } from '@stepledger/contracts/http/route.ts'
import { operatorToken } from '@stepledger/services/accounts/authentication/authenticate-token.ts'
import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import { startOperatorToken, startSession } from '@stepledger/services/accounts/sign-in/sessions.ts'
import { accountsDatabase } from '@stepledger/services/accounts/tables.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { z } from 'zod'
import { call, newPlayer, type Player } from '../system/client.ts'
import type { CallerKind } from './cases.ts'

const createdKey = z.object({ key: z.string(), apiKey })

export interface Callers {
  readonly player: Player
  /** A new token of this kind of caller for each call, because a route may revoke the token. */
  tokenOf(kind: CallerKind): Promise<string | undefined>
}

/**
 * Registers the players behind all kinds of callers at the server at `url`, which uses `database`. `operatorSecret`: that
 * of the server.
 */
export async function makeCallers(url: string, database: Database, operatorSecret: string): Promise<Callers> {
  const player = await newPlayer(url, 'player')
  const other = await newPlayer(url, 'other')
  const operator = await newPlayer(url, 'organiser')
  for (const each of permission.options) await grantPermission(database, 'organiser', each)

  const accounts = accountsDatabase(database)
  const deps = { now: Date.now, random: randomBytes }
  // Signing in would hash the password each time: hundreds of times, 25 ms of CPU each.
  const session = ({ id }: Player) => startSession(deps, accounts, id, false, undefined)
  const unprovedSession = async (of: Player) => {
    const token = await session(of)
    await database.pool.query(
      `UPDATE accounts.sessions SET proved_at = now() - interval '10 minutes'
       WHERE token_hash = sha256(convert_to($1, 'UTF8'))`,
      [token],
    )
    return token
  }
  const tokens: Record<CallerKind, () => Promise<string | undefined>> = {
    visitor: async () => undefined,
    player: () => session(player),
    'other player': () => session(other),
    operator: () => session(operator),
    'API key': async () => player.key,
    async 'expired session'() {
      const token = await session(player)
      await database.pool.query(
        `UPDATE accounts.sessions SET expires_at = now() WHERE token_hash = sha256(convert_to($1, 'UTF8'))`,
        [token],
      )
      return token
    },
    'player without a recent proof': () => unprovedSession(player),
    'operator without a recent proof': () => unprovedSession(operator),
    async 'deleted key'() {
      const token = await session(player)
      const made = createdKey.parse((await call(`${url}/api/api-keys`, { token, body: {} })).body)
      await call(`${url}/api/api-key/${made.apiKey.id}`, { method: 'DELETE', token })
      return made.key
    },
    'command of the machine': async () => operatorToken(operatorSecret, { name: 'kim', mayBeAlias: false }),
    "operator's token": async () => (await startOperatorToken(deps, accounts, operator.id)).token,
  }
  return { player, tokenOf: (kind) => tokens[kind]() }
}
