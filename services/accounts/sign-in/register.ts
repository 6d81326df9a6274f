import { randomUUID } from 'node:crypto'
import { register } from '@stepledger/contracts/http/accounts.ts'
import { searchText } from '@stepledger/contracts/search-text.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { serve } from '../../platform/http/serve.ts'
import { looksOf } from '../../platform/text/looks.ts'
import { deliverChangesInBackground, recordChange } from '../changed-players-outbox.ts'
import type { Accounts } from '../deps.ts'
import { queueMail } from '../mail/mails.ts'
import { findTaken, refuseInvalidAlias, takenError, takenErrorOf } from '../players/taken-error.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { authAnswer } from '../profile/own-user.ts'
import { refuseCommonPassword } from './account-password.ts'
import { startSession } from './sessions.ts'
import { knownTimeZone } from './time-zone.ts'

export function serveRegister(app: FastifyInstance, accounts: Accounts): void {
  serve(app, register, async ({ body, request }) => {
    const { playerId, token } = await createAccount(accounts, body, request.headers['user-agent'])
    deliverChangesInBackground(accounts)
    return authAnswer(accounts, playerId, { token, deviceId: null, message: 'Account created' })
  })
}

async function createAccount(
  accounts: Accounts,
  body: z.output<typeof register.body>,
  userAgent: string | undefined,
) {
  const { db, now, random } = accounts
  refuseInvalidAlias(body.alias)
  refuseCommonPassword(body.password)
  const aliasKey = uniqueKey(body.alias)
  const emailKey = uniqueKey(body.email)
  const looks = looksOf(body.alias)
  const reasons = await findTaken(db, { aliasKey, looks, emailKey, playerId: null })
  if (reasons.length > 0) throw takenError(reasons)
  const passwordHash = await accounts.passwords.hash(body.password)
  const playerId = randomUUID()
  const at = new Date(now())

  try {
    return await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('accounts.players')
        .values({
          id: playerId,
          alias: body.alias,
          alias_key: aliasKey,
          search_key: searchText(body.alias),
          email: body.email,
          email_key: emailKey,
          email_verified_at: null,
          password_hash: passwordHash,
          country_id: null,
          picture: null,
          time_zone: knownTimeZone(body.timeZone),
          sealing_key: random(32),
          preferred_leaderboards: [],
          created_at: at,
          updated_at: at,
        })
        .execute()
      await trx
        .insertInto('accounts.alias_looks')
        .values(looks.map((look) => ({ look, player_id: playerId })))
        .execute()
      await recordChange(trx, playerId, at)
      await queueMail(trx, at, { playerId, address: body.email }, { kind: 'verifyEmail' })
      return { playerId, token: await startSession(accounts, trx, playerId, false, userAgent) }
    })
  } catch (error) {
    throw takenErrorOf(error) ?? error
  }
}
