import { randomUUID } from 'node:crypto'
import { maxPasskeys } from '@stepledger/contracts/http/passkeys.ts'
import {
  type PasskeyTransport,
  passkeyTransport,
} from '@stepledger/contracts/http/shapes/passkey-ceremony.ts'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { conflict, type HttpError } from '../../platform/http/http-error.ts'
import { insertAuditEntry } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import { lockCaller } from '../lock-player.ts'
import { queueMailToPlayer } from '../mail/mails.ts'

export interface NewPasskey {
  readonly name: string
  readonly credentialId: Buffer
  /** COSE. */
  readonly publicKey: Buffer
  readonly counter: number
  readonly deviceType: 'singleDevice' | 'multiDevice'
  readonly transports: readonly PasskeyTransport[]
}

/**
 * Stores a passkey and queues a mail. Locks the player, so that concurrent requests can't exceed the maximum. Throws
 * 401, 409.
 */
export async function storePasskey(
  { db, now }: Accounts,
  caller: Caller,
  { name, credentialId, publicKey, counter, deviceType, transports }: NewPasskey,
): Promise<void> {
  const { playerId } = caller
  const at = new Date(now())
  await db.transaction().execute(async (trx) => {
    await lockCaller(trx, caller)
    const { count } = await trx
      .selectFrom('accounts.passkeys')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('player_id', '=', playerId)
      .executeTakeFirstOrThrow()
    if (count >= maxPasskeys) throw tooManyPasskeys()
    const inserted = await trx
      .insertInto('accounts.passkeys')
      .values({
        id: randomUUID(),
        player_id: playerId,
        credential_id: credentialId,
        public_key: publicKey,
        counter,
        name,
        device_type: deviceType,
        transports: [...transports],
        created_at: at,
        last_used_at: null,
      })
      .onConflict((conflicting) => conflicting.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw conflict('This passkey was already added')
    await insertAuditEntry(trx, { at, playerId, what: 'Passkey added', details: { name } })
    await queueMailToPlayer(trx, at, playerId, { kind: 'passkeyAdded', name })
  })
}

export function tooManyPasskeys(): HttpError {
  return conflict(`You already have ${maxPasskeys} passkeys. Delete one first.`)
}

/** Drops transports that are unknown to us. */
export function knownTransports(sent: readonly string[]): PasskeyTransport[] {
  return passkeyTransport.options.filter((transport) => sent.includes(transport))
}
