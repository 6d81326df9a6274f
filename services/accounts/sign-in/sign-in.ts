import { randomUUID } from 'node:crypto'
import { login, logout, register } from '@stepledger/contracts/http/accounts.ts'
import {
  createOperatorToken,
  endOperatorToken,
  getOperatorToken,
} from '@stepledger/contracts/http/operator-tokens.ts'
import { searchText } from '@stepledger/contracts/search-text.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Authentication, Caller } from '../../platform/authentication/authentication.ts'
import { forbidden, type HttpError, notFound, unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { looksOf } from '../../platform/text/looks.ts'
import { insertAuditEntry } from '../audit.ts'
import { deliverChangesInBackground, recordChange } from '../changed-players-outbox.ts'
import type { Accounts } from '../deps.ts'
import { queueMail } from '../mail/mails.ts'
import { findPlayerRow, lockCaller, lockForSignIn } from '../player-row.ts'
import { findTaken, refuseInvalidAlias, takenError, takenErrorOf } from '../players/taken-error.ts'
import { uniqueKey } from '../players/unique-key.ts'
import { authAnswer } from '../profile/own-user.ts'
import type { AccountsDatabase } from '../tables.ts'
import { beginPasswordAttempt, refuseCommonPassword } from './account-password.ts'
import { recogniseDevice } from './devices.ts'
import { endSession, startOperatorToken, startSession } from './sessions.ts'

export function serveLogin(app: FastifyInstance, accounts: Accounts): void {
  const { db, passwords } = accounts
  const { authentication, limits } = app.guards

  serve(app, login, async ({ body, request }) => {
    const emailKey = uniqueKey(body.email)
    const deviceId = await recogniseDevice(accounts, body.device, emailKey)
    const attempt = await beginPasswordAttempt(limits, emailKey, deviceId, request)
    const player = await findPlayerRow(db, 'email_key', emailKey)
    const right = await passwords.matches(body.password, player?.password_hash, attempt.known)
    if (!right || !player) throw wrongPassword()

    await limits.passwordAttempts.succeed(attempt)
    limits.refund('login', attempt.by)
    await storeTimeZone(db, authentication, player.id, body.timeZone)
    const userAgent = request.headers['user-agent']
    const token = await db.transaction().execute(async (trx) => {
      const isStillRight = await lockForSignIn(trx, player.id, player.password_hash)
      return isStillRight ? startSession(accounts, trx, player.id, body.rememberMe, userAgent) : null
    })
    if (token === null) throw wrongPassword()
    if (deviceId === null)
      await insertAuditEntry(db, {
        at: new Date(accounts.now()),
        playerId: player.id,
        what: 'Signed in on a new device',
      })
    return authAnswer(accounts, player.id, { token, deviceId, message: 'Signed in' })
  })

  serve(app, logout, async ({ caller }) => {
    await endSession(accounts, caller.credentialId)
    authentication.forget(caller.credentialId)
    return { message: 'Signed out' }
  })
}

function wrongPassword(): HttpError {
  return unauthorized('Wrong email or password')
}

/** Serves the tokens with which operators use the `ledger` command on other machines. */
export function serveOperatorTokens(app: FastifyInstance, accounts: Accounts): void {
  const { db, now } = accounts

  serve(app, createOperatorToken, async ({ caller }) => {
    const { playerId } = caller
    const { token, expiresAt } = await db.transaction().execute(async (trx) => {
      // A revocation of the permission takes this lock too, and ends the tokens that exist.
      await lockCaller(trx, caller)
      const permitted = await trx
        .selectFrom('accounts.permissions')
        .select('permission')
        .where('player_id', '=', playerId)
        .where('permission', '=', 'ledger.operate')
        .executeTakeFirst()
      if (!permitted) throw forbidden("You don't have permission to do this")
      await insertAuditEntry(trx, {
        at: new Date(now()),
        playerId,
        what: 'Token for the command line created',
      })
      return startOperatorToken(accounts, trx, playerId)
    })
    return { token, expiresAt: expiresAt.toISOString() }
  })

  serve(app, getOperatorToken, async ({ caller }) => {
    const { id, alias, expiresAt } = await tokenOf(caller)
    return { user: { id, alias }, expiresAt: expiresAt.toISOString() }
  })

  serve(app, endOperatorToken, async ({ caller }) => {
    await tokenOf(caller)
    await endSession(accounts, caller.credentialId)
    app.guards.authentication.forget(caller.credentialId)
    return { message: 'Signed out' }
  })

  /** Throws 404 for a session, and for a command on this machine, whose credential is no uuid. */
  async function tokenOf({ playerId, credentialId }: Caller) {
    const row = await db
      .selectFrom('accounts.sessions as s')
      .innerJoin('accounts.players as p', 'p.id', 's.player_id')
      .select(['p.id', 'p.alias', 's.expires_at as expiresAt'])
      .where('s.player_id', '=', playerId)
      .where('s.kind', '=', 'operator')
      .where(sql`s.id::text`, '=', credentialId)
      .executeTakeFirst()
    if (!row) throw notFound('This is no token of an account')
    return row
  }
}

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

/** Canonical IANA name. */
function knownTimeZone(name: string | undefined): string | null {
  // Intl also accepts offsets such as +02:00, which have no daylight saving time.
  if (name === undefined || !/^[A-Z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Stores the time zone of the player's browser, if it is known. */
export async function storeTimeZone(
  db: AccountsDatabase,
  authentication: Pick<Authentication, 'forget'>,
  playerId: string,
  name: string | undefined,
): Promise<void> {
  const timeZone = knownTimeZone(name)
  if (timeZone === null) return
  const { numUpdatedRows } = await db
    .updateTable('accounts.players')
    .set({ time_zone: timeZone })
    .where('id', '=', playerId)
    .where('time_zone', 'is distinct from', timeZone)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) authentication.forget(playerId)
}
