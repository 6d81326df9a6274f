import { ceremonyTime } from '@stepledger/contracts/http/passkeys.ts'
import type { Accounts } from '../deps.ts'
import { credentialHash } from '../identity/credential-hash.ts'

type Needed = Pick<Accounts, 'db' | 'now' | 'random'>

/**
 * A challenge to be signed, base64url; what is kept of it is its hash. `playerId`: who is to sign it; null: anyone, to
 * sign in.
 */
export async function newChallenge({ db, now, random }: Needed, playerId: string | null): Promise<Buffer> {
  const bytes = random(32)
  const at = now()
  await sweepExpired({ db }, new Date(at))
  await db
    .insertInto('accounts.passkey_challenges')
    .values({
      challenge_hash: credentialHash(bytes.toString('base64url')),
      player_id: playerId,
      expires_at: new Date(at + ceremonyTime),
    })
    .execute()
  return bytes
}

/** Some of those that are over; ones that somebody else is sweeping at this moment are left alone. */
async function sweepExpired({ db }: Pick<Needed, 'db'>, at: Date): Promise<void> {
  await db
    .deleteFrom('accounts.passkey_challenges')
    .where('challenge_hash', 'in', (query) =>
      query
        .selectFrom('accounts.passkey_challenges')
        .select('challenge_hash')
        .where('expires_at', '<=', at)
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/** Whether this challenge was given out for this purpose within its time, and comes back for the first time. */
export async function takeChallenge(
  { db, now }: Needed,
  challenge: string,
  playerId: string | null,
): Promise<boolean> {
  const kept = await db
    .deleteFrom('accounts.passkey_challenges')
    .where('challenge_hash', '=', credentialHash(challenge))
    .returning(['player_id', 'expires_at'])
    .executeTakeFirst()
  return kept !== undefined && kept.player_id === playerId && kept.expires_at.getTime() > now()
}
