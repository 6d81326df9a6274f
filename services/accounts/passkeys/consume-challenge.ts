import type { Accounts } from '../deps.ts'
import { takeChallenge } from './challenges.ts'
import { relyingParty } from './relying-party.ts'

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
