import { randomUUID } from 'node:crypto'
import {
  ceremonyTime,
  completePasskeyRegistration,
  deletePasskey,
  listPasskeys,
  maxPasskeys,
  type Passkey,
  type PasskeyTransport,
  passkeyTransport,
  renamePasskey,
  startPasskeyRegistration,
} from '@stepledger/contracts/http/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { conflict, type HttpError, invalidField, notFound } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit.ts'
import type { Accounts } from '../deps.ts'
import { queueMailToPlayer } from '../mail/mails.ts'
import { lockCaller, lockPlayer, playerRow } from '../player-row.ts'
import { deviceLabel } from '../sign-in/sessions.ts'
import type { PasskeyRow } from '../tables.ts'
import { consumeChallenge, newChallenge, relyingParty, userHandle } from './challenges.ts'

export function serveOwnPasskeys(app: FastifyInstance, { db, now }: Accounts): void {
  const { limits } = app.guards

  serve(app, listPasskeys, async ({ caller }) => {
    const rows = await db
      .selectFrom('accounts.passkeys')
      .selectAll()
      .where('player_id', '=', caller.playerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { passkeys: rows.map(describe) }
  })

  serve(app, renamePasskey, async ({ caller: { playerId }, params: { id }, body, request }) => {
    const name = passkeyName(body.name, request.headers['user-agent'])
    const row = await db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      const renamed = await trx
        .updateTable('accounts.passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('player_id', '=', playerId)
        .returningAll()
        .executeTakeFirst()
      if (!renamed) throw notFound('Passkey not found')
      const at = new Date(now())
      await insertAuditEntry(trx, { at, playerId, what: 'Passkey renamed', details: { name } })
      return renamed
    })
    return { passkey: describe(row), message: 'Passkey renamed' }
  })

  serve(app, deletePasskey, async ({ caller: { playerId }, params: { id } }) => {
    await enforceLimit(limits, 'passkey', playerId)
    await db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      const deleted = await trx
        .deleteFrom('accounts.passkeys')
        .where('id', '=', id)
        .where('player_id', '=', playerId)
        .returning('name')
        .executeTakeFirst()
      if (!deleted) throw notFound('Passkey not found')
      const at = new Date(now())
      const name = deleted.name ?? ''
      await insertAuditEntry(trx, { at, playerId, what: 'Passkey deleted', details: { name } })
      await queueMailToPlayer(trx, at, playerId, { kind: 'passkeyDeleted', name })
    })
    return { message: 'Passkey deleted' }
  })
}

function describe(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    deviceType: row.device_type === 'multiDevice' ? 'multiDevice' : 'singleDevice',
    transports: knownTransports(row.transports),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

type Registration = z.output<typeof completePasskeyRegistration.body>['credential']

/** Serves the registration of a passkey: the options for the browser, then its response. */
export function serveAddPasskey(app: FastifyInstance, accounts: Accounts): void {
  const { limits } = app.guards

  serve(app, startPasskeyRegistration, async ({ caller, body, request }) => {
    await enforceLimit(limits, 'passkey', caller.playerId)
    const options = await creationOptions(accounts, caller.playerId)
    return { options, passkeyName: passkeyName(body.name, request.headers['user-agent']) }
  })

  serve(app, completePasskeyRegistration, async ({ caller, body, request }) => {
    const passkey = await verify(accounts, caller.playerId, body.credential)
    const name = passkeyName(body.passkeyName, request.headers['user-agent'])
    await storePasskey(accounts, caller, { ...passkey, name })
    return { message: 'Passkey added' }
  })
}

async function creationOptions(accounts: Accounts, playerId: string) {
  const { db, publicUrl } = accounts
  const player = await playerRow(db, playerId)
  const existing = await db
    .selectFrom('accounts.passkeys')
    .select(['credential_id', 'transports'])
    .where('player_id', '=', playerId)
    .execute()
  if (existing.length >= maxPasskeys) throw tooManyPasskeys()

  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { challenge, user, pubKeyCredParams, rp } = await generateRegistrationOptions({
    rpName: 'Stepledger',
    rpID: relyingParty(publicUrl()).id,
    userID: userHandle(playerId),
    userName: player.email,
    userDisplayName: player.alias,
    challenge: Uint8Array.from(await newChallenge(accounts, playerId)),
  })
  return {
    challenge,
    user,
    pubKeyCredParams,
    rp: { name: rp.name, id: relyingParty(publicUrl()).id },
    timeout: ceremonyTime,
    attestation: 'none' as const,
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      type: 'public-key' as const,
      transports: knownTransports(transports),
    })),
    // A passkey replaces email and password: it must identify its player, and its device must verify the user.
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

/** Throws 422 for a credential of another site or player, or one that is too late. */
async function verify(
  accounts: Accounts,
  playerId: string,
  credential: Registration,
): Promise<Omit<NewPasskey, 'name'>> {
  const fresh = await consumeChallenge(accounts, credential.response.clientDataJSON, playerId)
  if (fresh.problem !== undefined) throw invalidField('credential', fresh.problem)
  const expected = relyingParty(accounts.publicUrl())
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: fresh.challenge,
    expectedOrigin: expected.origin,
    expectedRPID: expected.id,
  }).catch((error: unknown) => {
    accounts.log.info(`a passkey registration failed: ${String(error)}`)
    return { verified: false as const, registrationInfo: undefined }
  })
  if (!verified) throw invalidField('credential', 'Failed to register passkey')
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    deviceType: registrationInfo.credentialDeviceType,
    transports: knownTransports(credential.response.transports),
  }
}

interface NewPasskey {
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
async function storePasskey(
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

function tooManyPasskeys(): HttpError {
  return conflict(`You already have ${maxPasskeys} passkeys. Delete one first.`)
}

/** Drops transports that are unknown to us. */
function knownTransports(sent: readonly string[]): PasskeyTransport[] {
  return passkeyTransport.options.filter((transport) => sent.includes(transport))
}

/** Names that do not distinguish a passkey. */
const generic = new Set([
  'default',
  'device',
  'fido',
  'fido2',
  'key',
  'my passkey',
  'new passkey',
  'passkey',
  'passkeys',
  'security key',
  'unnamed',
  'untitled',
  'webauthn',
])

/** The chosen name of a passkey; browser and system when it is generic. */
function passkeyName(name: string, userAgent: string | undefined): string {
  return generic.has(name.toLowerCase()) ? deviceLabel(userAgent) : name
}
