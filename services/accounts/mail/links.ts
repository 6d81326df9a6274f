import {
  checkMailLink,
  type LinkPurpose,
  linkPurpose,
  linkToken,
  type MailLink,
} from '@stepledger/contracts/http/mail-links.ts'
import { allRoutes } from '@stepledger/contracts/http/routes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { batched } from '../../platform/database/batched.ts'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { type HttpError, invalidField } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Accounts } from '../deps.ts'
import { findPlayerRow, lockPlayerRow } from '../player-row.ts'
import { credentialHash, newToken } from '../sign-in/credentials.ts'
import type { AccountsDatabase } from '../tables.ts'

const hours = 3_600_000

/** Lifetime of a link from when its mail is sent, ms. */
const lifetimes: Readonly<Record<LinkPurpose, number>> = {
  verifyEmail: 7 * 24 * hours,
  resetPassword: hours,
  proveOldEmail: 24 * hours,
  proveNewEmail: 24 * hours,
  confirmErasure: 24 * hours,
}

export function isPurpose(kind: string): kind is LinkPurpose {
  return kind in lifetimes
}

export interface LinkFor {
  readonly playerId: string
  readonly purpose: LinkPurpose
  /** Recipient of the mail, whose address the link proves. */
  readonly addressKey: string
  /** `proveOldEmail` only: the new address that the old one confirms. */
  readonly newAddressKey: string | null
}

/**
 * Issues a link and returns its token, of which only the SHA-256 is stored. Replaces unused links of the same purpose and
 * deletes the player's expired links.
 */
export async function issueLink(
  trx: AccountsDatabase,
  random: (bytes: number) => Buffer,
  at: Date,
  { playerId, purpose, addressKey, newAddressKey }: LinkFor,
): Promise<string> {
  const token = newToken(random)
  await trx
    .deleteFrom('accounts.mail_links')
    .where('player_id', '=', playerId)
    .where((row) =>
      row.or([
        row('expires_at', '<=', at),
        row.and([row('purpose', '=', purpose), row('used_at', 'is', null)]),
      ]),
    )
    .execute()
  await trx
    .insertInto('accounts.mail_links')
    .values({
      token_hash: credentialHash(token),
      player_id: playerId,
      purpose,
      address_key: addressKey,
      new_address_key: newAddressKey,
      expires_at: new Date(at.getTime() + lifetimes[purpose]),
      used_at: null,
    })
    .execute()
  return token
}

/** Returns the link, used or not; null when it does not exist, was replaced or has expired. */
export async function findLink(
  db: AccountsDatabase,
  at: Date,
  token: string,
): Promise<(LinkFor & { readonly isUsed: boolean }) | null> {
  const row = await db
    .selectFrom('accounts.mail_links')
    .selectAll()
    .where('token_hash', '=', credentialHash(token))
    .where('expires_at', '>', at)
    .executeTakeFirst()
  if (!row) return null
  return {
    playerId: row.player_id,
    purpose: linkPurpose.parse(row.purpose),
    addressKey: row.address_key,
    newAddressKey: row.new_address_key,
    isUsed: row.used_at !== null,
  }
}

/**
 * Marks a link as used and locks the player's row until the transaction ends. Returns null when the link is invalid or
 * used. Its row is kept until it expires, so that a second use is distinguished from an invalid token.
 */
export async function useLink(
  trx: AccountsDatabase,
  at: Date,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<LinkFor | null> {
  const found = await findLink(trx, at, token)
  // Locks the player's row before any other: a different order of locks could deadlock.
  if (!found || !purposes.includes(found.purpose) || !(await lockPlayerRow(trx, found.playerId))) return null
  const used = await trx
    .updateTable('accounts.mail_links')
    .set({ used_at: at })
    .where('token_hash', '=', credentialHash(token))
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return used ? found : null
}

/**
 * Invalidates the player's unused links of these purposes and removes their queued mails. The caller has locked the
 * player's row, which `send-mails.ts` locks to issue a link.
 */
export async function dropLinks(
  trx: AccountsDatabase,
  playerId: string,
  purposes: readonly LinkPurpose[] = linkPurpose.options,
): Promise<void> {
  await trx
    .deleteFrom('accounts.mail_links')
    .where('player_id', '=', playerId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
  await trx
    .deleteFrom('accounts.mails')
    .where('kind', 'in', purposes)
    .where((row) =>
      row.or([
        row('player_id', '=', playerId),
        row.and([
          row('player_id', 'is', null),
          row('address_key', '=', (query) =>
            query.selectFrom('accounts.players').select('email_key').where('id', '=', playerId),
          ),
        ]),
      ]),
    )
    .execute()
}

/**
 * Cancels a pending email change and an unconfirmed erasure, and invalidates all unused links. The caller has locked the
 * player's row.
 */
export async function cancelPending(trx: AccountsDatabase, playerId: string): Promise<void> {
  await dropLinks(trx, playerId)
  await trx.deleteFrom('accounts.email_changes').where('player_id', '=', playerId).execute()
  await trx
    .deleteFrom('accounts.erasures')
    .where('player_id', '=', playerId)
    .where('erase_at', 'is', null)
    .execute()
}

/** 422 for a token that is unknown, used, replaced or expired. */
export function invalidLinkError(): HttpError {
  return invalidField('token', 'This link has expired or was already used. Request a new one.')
}

const linkBody = z.looseObject({ token: linkToken })
const linkPaths: ReadonlySet<string> = new Set(
  allRoutes.filter(({ rate }) => rate === 'link').map(({ path }) => path),
)

/**
 * Rate-limits calls with the token of a mail: by player when the token is valid, else by IP address, so that guessed
 * tokens do not use up the limit of players behind the same address. Must be called before its routes are registered.
 */
export function countLinks(app: FastifyInstance, { db }: Pick<Accounts, 'db'>): void {
  const findLink = batched(
    (hashes: readonly Buffer[]) =>
      db
        .selectFrom('accounts.mail_links')
        .select(['token_hash', 'player_id'])
        .where('token_hash', 'in', hashes)
        .execute(),
    (hash) => hash.toString('base64'),
    ({ token_hash }) => token_hash,
  )
  const count = async (request: FastifyRequest) => {
    const body = linkBody.safeParse(request.body)
    const link = body.success ? await findLink(credentialHash(body.data.token)) : null
    await enforceLimit(app.guards.limits, 'link', link?.player_id ?? addressKey(request.ip))
  }
  // Only on these routes: even a hook that does nothing costs time on every page.
  app.addHook('onRoute', (route) => {
    if (linkPaths.has(route.url)) route.preHandler = count
  })
}

/** Serves the state of a mail's link for its page. Read-only, as mail scanners open links. */
export function serveCheckMailLink(app: FastifyInstance, { db, now }: Accounts): void {
  serve(app, checkMailLink, async ({ body, caller }): Promise<MailLink> => {
    const link = await findLink(db, new Date(now()), body.token)
    if (!link) return { state: 'expired' }
    const { playerId, purpose } = link
    if (link.isUsed) return { state: 'used', purpose }
    const player = await findPlayerRow(db, 'id', playerId)
    if (!player) return { state: 'expired' }
    return { state: 'open', purpose, alias: player.alias, isOwn: caller?.playerId === playerId }
  })
}
