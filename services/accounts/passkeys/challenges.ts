import { ceremonyTime } from '@stepledger/contracts/http/passkeys.ts'
import type { Accounts } from '../deps.ts'
import { credentialHash } from '../sign-in/credentials.ts'

type Needed = Pick<Accounts, 'db' | 'now' | 'random'>

/** Issues a challenge, of which only the hash is stored. `playerId`: who must sign it; null for a sign-in. */
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

/** Deletes up to 100 expired challenges, skipping those that another process is deleting. */
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

/** Consumes a challenge. Returns whether it was issued for this purpose, is unused and has not expired. */
async function takeChallenge(
  { db, now }: Needed,
  challenge: string,
  playerId: string | null,
): Promise<boolean> {
  const row = await db
    .deleteFrom('accounts.passkey_challenges')
    .where('challenge_hash', '=', credentialHash(challenge))
    .returning(['player_id', 'expires_at'])
    .executeTakeFirst()
  return row !== undefined && row.player_id === playerId && row.expires_at.getTime() > now()
}

/**
 * Consumes and returns the challenge that the browser signed. `playerId`: who it was issued to; null for a sign-in.
 * `problem`: the error to show, when the challenge or the origin is invalid.
 */
export async function consumeChallenge(
  accounts: Accounts,
  clientDataJSON: string,
  playerId: string | null,
): Promise<{ challenge: string; problem?: never } | { problem: string }> {
  const { challenge, origin } = await readClientData(clientDataJSON)
  const fresh = await takeChallenge(accounts, challenge, playerId)
  if (!fresh) return { problem: 'This took longer than 5 minutes or was already used. Please try again.' }
  const expected = relyingParty(accounts.publicUrl())
  if (origin !== expected.origin)
    return { problem: `This request came from another site. Your passkey only works at ${expected.origin}.` }
  return { challenge }
}

/** Returns empty strings for malformed data. */
async function readClientData(clientDataJSON: string): Promise<{ challenge: string; origin: string }> {
  // Imported lazily, as in the other files of this folder: it would lengthen the start by a fifth.
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    const { challenge, origin } = decodeClientDataJSON(clientDataJSON)
    return { challenge: String(challenge), origin: String(origin) }
  } catch {
    return { challenge: '', origin: '' }
  }
}

/** The WebAuthn relying party: passkeys are bound to its host and sign its origin. */
interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** The WebAuthn user handle: the 16 bytes of the player id, without personal data. */
export function userHandle(playerId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(playerId.replaceAll('-', ''), 'hex'))
}
