import { createHmac } from 'node:crypto'
import {
  type DeviceLink,
  decideDeviceLink,
  deviceCodeSeconds,
  getDeviceLink,
  type PollError,
  pollDeviceLink,
  pollSeconds,
  startDeviceLink,
  userCodeLetters,
} from '@stepledger/contracts/http/api-keys.ts'
import type { FastifyInstance } from 'fastify'
import { conflict, HttpError, notFound } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { networkOf } from './authentication/authenticate-token.ts'
import type { Accounts } from './deps.ts'
import { addKey } from './own-api-keys.ts'
import { credentialHash, newApiKey, newToken } from './sign-in/credentials.ts'
import type { AccountsDatabase, DeviceLinkRow } from './tables.ts'

/**
 * Links machines without a keyboard to accounts (RFC 8628). The machine asks for two codes: it shows one to the player,
 * who allows it on the page `/link`, and polls with the other, which it alone knows.
 */
export async function serveDeviceLinks(app: FastifyInstance, accounts: Accounts): Promise<void> {
  const { db, now, random, publicUrl } = accounts
  const { value: secret } = await db
    .selectFrom('accounts.secrets')
    .select('value')
    .where('name', '=', 'keys of machines')
    .executeTakeFirstOrThrow()

  serve(app, startDeviceLink, async ({ body: { client, version, machine }, request }) => {
    const deviceCode = newToken(random)
    const code = await insertLink(db, random, {
      device_code_hash: credentialHash(deviceCode),
      client: `${client} ${version}`,
      machine: machine ?? null,
      network: networkOf(request.ip),
      created_at: new Date(now()),
      expires_at: new Date(now() + deviceCodeSeconds * 1000),
    })
    const page = `${publicUrl()}/link`
    return {
      device_code: deviceCode,
      user_code: shown(code),
      verification_uri: page,
      verification_uri_complete: `${page}?code=${shown(code)}`,
      expires_in: deviceCodeSeconds,
      interval: pollSeconds,
    }
  })

  serve(app, pollDeviceLink, async ({ body: { device_code: deviceCode } }) => {
    const hash = credentialHash(deviceCode)
    const link = await db
      .selectFrom('accounts.device_links as l')
      .leftJoin('accounts.api_keys as k', 'k.id', 'l.api_key_id')
      .leftJoin('accounts.players as p', 'p.id', 'k.player_id')
      .select(['l.expires_at', 'l.refused_at', 'l.polled_at', 'k.last_used_at', 'p.alias'])
      .where('l.device_code_hash', '=', hash)
      .executeTakeFirst()
    if (!link) throw pollError('expired_token')
    if (link.refused_at) throw pollError('access_denied')
    // The machine has confirmed that it has the key by using it.
    if (link.last_used_at) throw pollError('expired_token')
    if (link.alias !== null) return { key: keyOf(secret, hash), alias: link.alias }
    if (link.expires_at.getTime() <= now()) throw pollError('expired_token')
    await db
      .updateTable('accounts.device_links')
      .set({ polled_at: new Date(now()) })
      .where('device_code_hash', '=', hash)
      .execute()
    // Half a second of grace, since machines count their pause from when they got the answer.
    const pause = now() - (link.polled_at?.getTime() ?? 0)
    throw pollError(pause < pollSeconds * 1000 - 500 ? 'slow_down' : 'authorization_pending')
  })

  serve(app, getDeviceLink, async ({ params, reply }) => {
    const link = await linkOf(db, params.userCode).executeTakeFirst()
    if (!link) throw unknownCode()
    reply.header('cache-control', 'no-store')
    return describe(link)
  })

  serve(app, decideDeviceLink, async ({ caller, params, body }) => {
    await db.transaction().execute(async (trx) => {
      const link = await linkOf(trx, params.userCode).forUpdate().executeTakeFirst()
      if (!link) throw unknownCode()
      if (link.api_key_id !== null || link.refused_at !== null)
        throw conflict('This code was already used. Let the game show a new one.')
      const { device_code_hash: hash, machine } = link
      const decided = body.allow
        ? {
            api_key_id: (
              await addKey(accounts, trx, caller, keyOf(secret, hash), {
                name: body.name,
                machine: machine ?? link.client,
              })
            ).id,
          }
        : { refused_at: new Date(now()) }
      await trx
        .updateTable('accounts.device_links')
        .set(decided)
        .where('device_code_hash', '=', hash)
        .execute()
    })
    return {
      message: body.allow
        ? 'Linked. The game shows your name in a few seconds.'
        : 'Refused. Nothing was linked.',
    }
  })

  /** The link of a code that is valid. */
  function linkOf(on: AccountsDatabase, userCode: string) {
    return on
      .selectFrom('accounts.device_links')
      .selectAll()
      .where('user_code', '=', userCode.toUpperCase().replace(/[^A-Z]/g, ''))
      .where('expires_at', '>', new Date(now()))
  }
}

const unknownCode = () =>
  notFound('This code is unknown, or it is older than 15 minutes. Let the game show a new one.')

const pollError = (error: PollError) => new HttpError(400, error)

const shown = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

function describe(link: DeviceLinkRow): DeviceLink {
  return {
    userCode: shown(link.user_code),
    client: link.client,
    machine: link.machine,
    network: link.network,
    askedAt: link.created_at.toISOString(),
    expiresAt: link.expires_at.toISOString(),
    state: link.api_key_id !== null ? 'allowed' : link.refused_at !== null ? 'refused' : 'waiting',
  }
}

/**
 * The key of a machine, which is derived so that a lost answer can be repeated although neither the key nor the code of
 * the machine is stored. `hash`: of that code.
 */
function keyOf(secret: Buffer, hash: Buffer): string {
  let nth = 0
  return newApiKey(() => createHmac('sha256', secret).update(hash).update(`${nth++}`).digest())
}

type NewLink = Omit<DeviceLinkRow, 'user_code' | 'polled_at' | 'refused_at' | 'api_key_id'>

/** Inserts a link under a code that no other has, and returns the code. */
async function insertLink(db: AccountsDatabase, random: Accounts['random'], link: NewLink): Promise<string> {
  for (;;) {
    const code = newUserCode(random)
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('accounts.device_links')
      .values({ ...link, user_code: code, polled_at: null, refused_at: null, api_key_id: null })
      .onConflict((conflict) => conflict.column('user_code').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) return code
  }
}

const codeLength = 8
/** Larger bytes are skipped, so that all letters are equally likely. */
const fairBelow = 256 - (256 % userCodeLetters.length)

function newUserCode(random: Accounts['random']): string {
  let code = ''
  while (code.length < codeLength)
    for (const byte of random(codeLength))
      if (byte < fairBelow && code.length < codeLength)
        code += userCodeLetters.charAt(byte % userCodeLetters.length)
  return code
}

/** How long a key waits for its first use, and codes are kept, ms. */
const keptMs = 86_400_000
const sweepEveryMs = 3_600_000

/** Deletes keys that no machine has used within a day after it was linked, and old codes. */
export function sweepDeviceLinks({ db, now }: Pick<Accounts, 'db' | 'now'>) {
  return async (): Promise<number> => {
    const before = new Date(now() - keptMs)
    await db
      .deleteFrom('accounts.api_keys')
      .where('last_used_at', 'is', null)
      .where('created_at', '<', before)
      .where('id', 'in', (links) =>
        links
          .selectFrom('accounts.device_links')
          .select('api_key_id')
          .where('api_key_id', 'is not', null)
          .$castTo<{ api_key_id: string }>(),
      )
      .execute()
    await db.deleteFrom('accounts.device_links').where('created_at', '<', before).execute()
    return sweepEveryMs
  }
}
