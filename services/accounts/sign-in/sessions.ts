import { randomUUID } from 'node:crypto'
import { unknownDevice } from '@stepledger/contracts/http/accounts.ts'
import { operatorTokenDevice, operatorTokenHours } from '@stepledger/contracts/http/operator-tokens.ts'
import bowser from 'bowser'
import { notifyAccessChanged } from '../authentication/access-notice.ts'
import type { Accounts } from '../deps.ts'
import type { AccountsDatabase } from '../tables.ts'
import { credentialHash, newToken } from './credentials.ts'

const hours = 60 * 60 * 1000
const rememberedLifetime = 90 * 24 * hours
const defaultLifetime = 24 * hours
const operatorLifetime = operatorTokenHours * hours

/** A player has at most this many sessions; a new one ends the oldest. */
const maxSessions = 50

/**
 * Starts a session and returns its token, of which only the hash is stored. The caller has just confirmed the password
 * or a passkey, or chosen a new password. Also deletes the player's expired sessions.
 */
export async function startSession(
  deps: Pick<Accounts, 'now' | 'random'>,
  db: AccountsDatabase,
  playerId: string,
  remembered: boolean,
  userAgent: string | undefined,
): Promise<string> {
  const lifetime = remembered ? rememberedLifetime : defaultLifetime
  const { token } = await addSession(deps, db, playerId, {
    kind: 'session',
    device: deviceLabel(userAgent),
    lifetime,
  })
  return token
}

/** Creates a token for the `ledger` command, which opens `/api/admin` alone and ends like a session. */
export function startOperatorToken(
  deps: Pick<Accounts, 'now' | 'random'>,
  db: AccountsDatabase,
  playerId: string,
): Promise<{ token: string; expiresAt: Date }> {
  return addSession(deps, db, playerId, {
    kind: 'operator',
    device: operatorTokenDevice,
    lifetime: operatorLifetime,
  })
}

async function addSession(
  { now, random }: Pick<Accounts, 'now' | 'random'>,
  db: AccountsDatabase,
  playerId: string,
  {
    kind,
    device,
    lifetime,
  }: { readonly kind: 'session' | 'operator'; readonly device: string; readonly lifetime: number },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken(random)
  const at = now()
  const expiresAt = new Date(at + lifetime)
  await db
    .insertInto('accounts.sessions')
    .values({
      id: randomUUID(),
      player_id: playerId,
      kind,
      token_hash: credentialHash(token),
      device,
      created_at: new Date(at),
      proved_at: new Date(at),
      expires_at: expiresAt,
    })
    .execute()
  await db
    .deleteFrom('accounts.sessions')
    .where('player_id', '=', playerId)
    .where((row) =>
      row.or([
        row('expires_at', '<=', new Date(at)),
        row('id', 'in', (query) =>
          query
            .selectFrom('accounts.sessions')
            .select('id')
            .where('player_id', '=', playerId)
            .orderBy('created_at', 'desc')
            .orderBy('id')
            .offset(maxSessions),
        ),
      ]),
    )
    .execute()
  return { token, expiresAt }
}

export async function endSession({ db }: Pick<Accounts, 'db'>, sessionId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('accounts.sessions').where('id', '=', sessionId).execute()
    await notifyAccessChanged(trx, sessionId)
  })
}

/** A readable name of browser and system: 'Firefox on Linux'. `userAgent` is untrusted. */
export function deviceLabel(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return unknownDevice
  const { browser, os } = bowser.parse(userAgent.slice(0, 500))
  const [program, system] = [browser.name, os.name].map((name) => name?.slice(0, 40) ?? '')
  if (program && system) return `${program} on ${system}`
  return program || system || unknownDevice
}
