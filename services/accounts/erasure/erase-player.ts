import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playerErased } from '@stepledger/contracts/events/player-erased.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { ErasureDeps } from './erasure-deps.ts'
import { ownDataChannel } from './own-data-channel.ts'
import { playerDataInventory } from './player-data-inventory.ts'
import { deleteLinkPictures, deletePicture, filesOf } from './player-files.ts'
import { revokeAccess } from './revoke-access.ts'

/**
 * Erases a player: nobody can sign in as them any more, what is kept of them is deleted, and PlayerErased takes them
 * off every board. It may be killed anywhere and done again; the account is the last to go, so until then it is found
 * and gone on with. What was under way in other processes meanwhile is left to `deleteLeftovers`. Gives where the event
 * lies; null when there is no such player (any more).
 */
export async function erasePlayer(
  deps: ErasureDeps,
  playerId: string,
  signal?: AbortSignal,
): Promise<Position | null> {
  const begunAt = await revokeAccess(deps, playerId)
  if (begunAt === null) return null
  for (const key of await filesOf(deps.database, playerId)) {
    signal?.throwIfAborted()
    await deps.storage.delete(key)
  }
  const bytes = encodeEvent(playerErased, {
    id: `erasure-${playerId}`,
    at: begunAt.getTime(),
    key: playerId,
    data: {},
  })
  await deletePicture(deps, playerId)
  await deps.sweepExports()
  await deps.mailer.forget(playerId)
  const position = await deps.ledger.append('events', { key: playerId, bytes })
  await deleteAccount(deps, playerId)
  return position
}

/**
 * Deletes the rows, mails that wait for anybody of the address among them, and notes that the name is gone: all of it,
 * or nothing.
 */
async function deleteAccount({ database, now }: ErasureDeps, playerId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const account = await tx.query('SELECT FROM accounts.players WHERE id = $1 FOR UPDATE', [playerId])
    if (account.rowCount === 0) return
    await tx.query(
      `DELETE FROM accounts.mails WHERE address_key IN (
         SELECT email_key FROM accounts.players WHERE id = $1
         UNION SELECT email_key FROM accounts.email_changes WHERE player_id = $1)`,
      [playerId],
    )
    await deleteRows(tx, playerId)
    const at = new Date(now())
    await tx.query('UPDATE accounts.erasures SET gone_at = $2 WHERE player_id = $1', [playerId, at])
    await tx.query('INSERT INTO accounts.outbox (player_id, at) VALUES ($1, $2)', [playerId, at])
    await tx.query('SELECT pg_notify($1, $2)', [ownDataChannel, ''])
  })
}

async function deleteRows(tx: Queryable, playerId: string): Promise<void> {
  for (const { table, column, fate } of playerDataInventory) {
    if (fate === 'deleted')
      await tx.query({ text: `DELETE FROM ${table} WHERE ${column} = $1`, values: [playerId] })
    if (fate === 'cleared')
      await tx.query({
        text: `UPDATE ${table} SET ${column} = NULL WHERE ${column} = $1`,
        values: [playerId],
      })
  }
}

/**
 * After so long nothing of what was under way when a player was erased can come any more, ms: names are kept for half a
 * minute where notices are lost, and pages with them for as long again.
 */
export const leftoversAfterMs = 90_000

/**
 * Deletes what calls under way may have left of a player who is gone: claims of a play, mails that were being sent,
 * pictures beside links.
 */
export async function deleteLeftovers(
  deps: ErasureDeps,
  playerId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, mailer } = deps
  await deleteLinkPictures(deps, playerId, signal)
  await deps.sweepExports()
  await mailer.forget(playerId)
  await database.transaction(async (tx) => {
    await deleteRows(tx, playerId)
  })
}
