import { confirmErasure as confirmErasureRoute } from '@stepledger/contracts/http/mail-links.ts'
import {
  askForErasure,
  cancelErasure,
  confirmationCooldown,
  daysToTakeBack,
  type Erasure,
  getErasure,
} from '@stepledger/contracts/http/own-data.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit.ts'
import { deliverChanges } from '../changed-players-outbox.ts'
import type { Accounts } from '../deps.ts'
import { dropLinks, invalidLinkError, useLink } from '../mail/links.ts'
import { queueMailToPlayer } from '../mail/mails.ts'
import { lockPlayer } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'
import { deleteKeptNames, deleteLeftovers, erasePlayer, leftoversAfterMs } from './erase-player.ts'
import { endErasures } from './scrub-tables.ts'

/**
 * Serves "Delete my account": requested and cancelled here, confirmed by the link of a mail (see confirmErasure), done a
 * week later (eraseDuePlayers).
 */
export function serveErasure(app: FastifyInstance, { db, now }: Accounts): void {
  serve(app, getErasure, ({ caller }) => erasureOf(db, caller.playerId))

  serve(app, askForErasure, async ({ caller: { playerId } }) => {
    const at = new Date(now())
    await db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      const current = await erasureOf(trx, playerId)
      if (current.state === 'due') return
      if (current.state === 'asked' && now() - Date.parse(current.askedAt) < confirmationCooldown * 1000)
        return
      await trx
        .insertInto('accounts.erasures')
        .values({ player_id: playerId, asked_at: at, erase_at: null, gone_at: null })
        .onConflict((conflict) => conflict.column('player_id').doUpdateSet({ asked_at: at }))
        .execute()
      await dropLinks(trx, playerId, ['confirmErasure'])
      await queueMailToPlayer(trx, at, playerId, { kind: 'confirmErasure' })
      await insertAuditEntry(trx, { at, playerId, what: 'Account deletion requested' })
    })
    return erasureOf(db, playerId)
  })

  serve(app, confirmErasureRoute, async ({ body }) => {
    const at = new Date(now())
    const eraseAt = await db.transaction().execute(async (trx) => {
      const link = await useLink(trx, at, body.token, ['confirmErasure'])
      if (!link || !(await isCurrentAddress(trx, link))) throw invalidLinkError()
      return confirmErasure(trx, at, link.playerId)
    })
    if (eraseAt === null) throw invalidLinkError()
    return { message: 'Your account will be deleted', eraseAt: eraseAt.toISOString() }
  })

  serve(app, cancelErasure, async ({ caller: { playerId } }) => {
    const at = new Date(now())
    await db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      const { state } = await erasureOf(trx, playerId)
      await trx.deleteFrom('accounts.erasures').where('player_id', '=', playerId).execute()
      await dropLinks(trx, playerId, ['confirmErasure'])
      if (state !== 'due') return
      await queueMailToPlayer(trx, at, playerId, { kind: 'erasureTakenBack' })
      await insertAuditEntry(trx, { at, playerId, what: 'Account deletion cancelled' })
    })
    return erasureOf(db, playerId)
  })
}

/** Whether the address that the link proves is still that of the account. */
async function isCurrentAddress(
  trx: AccountsDatabase,
  { playerId, addressKey }: { readonly playerId: string; readonly addressKey: string },
): Promise<boolean> {
  const player = trx
    .selectFrom('accounts.players')
    .select('id')
    .where('id', '=', playerId)
    .where('email_key', '=', addressKey)
  return (await player.executeTakeFirst()) !== undefined
}

async function erasureOf(db: AccountsDatabase, playerId: string): Promise<Erasure> {
  const row = await db
    .selectFrom('accounts.erasures')
    .select(['asked_at', 'erase_at'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  if (!row) return { state: 'none' }
  return row.erase_at === null
    ? { state: 'asked', askedAt: row.asked_at.toISOString() }
    : { state: 'due', eraseAt: row.erase_at.toISOString() }
}

const waitMs = daysToTakeBack * 24 * 3600 * 1000

/**
 * Schedules the erasure a week from now and returns its time, in the transaction that uses the mail's link. Returns null
 * when the erasure was cancelled or never requested.
 */
export async function confirmErasure(db: AccountsDatabase, at: Date, playerId: string): Promise<Date | null> {
  const requested = await db
    .selectFrom('accounts.erasures')
    .select('erase_at')
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
  if (!requested) return null
  if (requested.erase_at !== null) return requested.erase_at
  const eraseAt = new Date(at.getTime() + waitMs)
  await db
    .updateTable('accounts.erasures')
    .set({ erase_at: eraseAt })
    .where('player_id', '=', playerId)
    .execute()
  await queueMailToPlayer(db, at, playerId, { kind: 'erasureAsked', eraseAt: eraseAt.toISOString() })
  await insertAuditEntry(db, {
    at,
    playerId,
    what: 'Account deletion confirmed',
    details: { erasedOn: eraseAt.toISOString() },
  })
  return eraseAt
}

/** Polling interval, ms: a due erasure is late by this at most. */
const pollMs = 60_000

/**
 * Erases players that are due, publishes notices, and completes erasures once concurrent work has ended and the disk is
 * scrubbed. Returns ms until the next run.
 */
export async function eraseDuePlayers(accounts: Accounts, signal: AbortSignal): Promise<number> {
  const { database, db, log, now } = accounts
  const open = await db
    .selectFrom('accounts.erasures')
    .select(['player_id', 'gone_at'])
    .where('erase_at', '<=', new Date(now()))
    .orderBy('erase_at')
    .execute()
  let nextRunMs = pollMs
  /** Erasures with all rows and files deleted, whose tables are still to be scrubbed. */
  const deleted: string[] = []
  for (const { player_id: playerId, gone_at: goneAt } of open) {
    if (signal.aborted) return 0
    if (goneAt === null) {
      if (await erasePlayer(accounts, playerId, signal)) log.info('a player was erased')
      else await recordErased(accounts, playerId)
      nextRunMs = Math.min(nextRunMs, leftoversAfterMs)
    } else if (goneAt.getTime() + leftoversAfterMs <= now()) {
      await deleteLeftovers(accounts, playerId)
      deleted.push(playerId)
    } else {
      nextRunMs = Math.min(nextRunMs, goneAt.getTime() + leftoversAfterMs - now())
    }
  }
  await endErasures(database, log, deleted)
  await deleteKeptNames(accounts)
  // Includes the notices of an operator's command, which may run without a push connection.
  await deliverChanges(accounts)
  return nextRunMs
}

/** For a player erased by another process, or one that never existed. */
async function recordErased({ db, now }: Accounts, playerId: string): Promise<void> {
  await db
    .updateTable('accounts.erasures')
    .set({ gone_at: new Date(now()) })
    .where('player_id', '=', playerId)
    .where('gone_at', 'is', null)
    .execute()
}

/**
 * Records that the erasure of these players has begun, so that a server completes it. For a database that was restored
 * from before the erasure, beside a ledger with PlayerErased. Players without an account are skipped. `at`: ms since 1970.
 */
export async function resumeErasures(
  tx: Queryable,
  erased: readonly { readonly player: string; readonly at: number }[],
): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO accounts.erasures AS e (player_id, asked_at, erase_at)
      SELECT p.id, a.at, a.at
      FROM unnest($1::uuid[], $2::bigint[]) AS erased(player, ms)
      CROSS JOIN LATERAL (SELECT to_timestamp(ms / 1000.0) AS at) a
      JOIN accounts.players p ON p.id = erased.player
      ON CONFLICT (player_id) DO UPDATE SET erase_at = least(e.erase_at, excluded.erase_at)`,
    values: [erased.map(({ player }) => player), erased.map(({ at }) => at)],
  })
}
