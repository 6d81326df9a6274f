import { z } from 'zod'
import { accessChannel } from '../authentication/access-notice.ts'
import { unusablePasswordHash } from '../players/add-players.ts'
import type { ErasureDeps } from './erasure-deps.ts'

/** Tables of credentials, and of what could create new ones. */
const credentialTables = [
  'sessions',
  'api_keys',
  'passkeys',
  'passkey_challenges',
  'mail_links',
  'permissions',
] as const

/**
 * Permanently revokes a player's access in every process and records that the erasure has started, so that an interrupted
 * one is continued. Idempotent: returns the time when it first began; null when there is no such player.
 */
export async function revokeAccess({ database, now }: ErasureDeps, playerId: string): Promise<Date | null> {
  return database.transaction(async (tx) => {
    // Serialises with concurrent sign-ins and creations of keys.
    const { rowCount } = await tx.query('SELECT FROM accounts.players WHERE id = $1 FOR UPDATE', [playerId])
    if (rowCount === 0) return null
    const { rows } = await tx.query(
      `INSERT INTO accounts.erasures AS e (player_id, asked_at, erase_at) VALUES ($1, $2, $2)
       ON CONFLICT (player_id) DO UPDATE SET erase_at = least(e.erase_at, excluded.erase_at)
       RETURNING erase_at`,
      [playerId, new Date(now())],
    )
    for (const table of credentialTables)
      await tx.query(`DELETE FROM accounts.${table} WHERE player_id = $1`, [playerId])
    await tx.query('UPDATE accounts.players SET password_hash = $2 WHERE id = $1', [
      playerId,
      unusablePasswordHash,
    ])
    await tx.query('SELECT pg_notify($1, $2)', [accessChannel, playerId])
    return startedRows.parse(rows)[0].erase_at
  })
}

const startedRows = z.tuple([z.object({ erase_at: z.date() })])
