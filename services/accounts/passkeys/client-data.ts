import type { Accounts } from '../deps.ts'
import { takeChallenge } from './challenges.ts'
import { relyingParty } from './relying-party.ts'

/**
 * What the browser says it signed: the challenge, once it was found to be a fresh one of `playerId` (null: of a
 * sign-in), which spends it. Else `trouble` says, to the player, what is wrong.
 */
export async function freshChallenge(
  accounts: Accounts,
  clientDataJSON: string,
  playerId: string | null,
): Promise<{ challenge: string; trouble?: never } | { trouble: string }> {
  const { challenge, origin } = await readClientData(clientDataJSON)
  const fresh = await takeChallenge(accounts, challenge, playerId)
  if (!fresh) return { trouble: 'This took more than 5 minutes, or was sent before. Please try again.' }
  const here = relyingParty(accounts.publicUrl())
  if (origin !== here.origin)
    return { trouble: `The passkey was asked by another site. It works only at ${here.origin}.` }
  return { challenge }
}

/** Empty texts where there is nothing to be read. */
async function readClientData(clientDataJSON: string): Promise<{ challenge: string; origin: string }> {
  // Loaded by the first passkey, as in the other files of this folder: a start would take a fifth longer.
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    const { challenge, origin } = decodeClientDataJSON(clientDataJSON)
    return { challenge: String(challenge), origin: String(origin) }
  } catch {
    return { challenge: '', origin: '' }
  }
}
