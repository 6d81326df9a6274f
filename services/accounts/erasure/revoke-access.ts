import { z } from 'zod'
import { nobodysPassword } from '../players/add-players.ts'
import type { ErasureDeps } from './erasure-deps.ts'

/** How a player gets in, and what would make another way in. */
const waysIn = [
  'sessions',
  'api_keys',
  'passkeys',
  'passkey_challenges',
  'mail_links',
  'permissions',
] as const

/**
 * Shuts a player out for good, in every process, and notes that the erasure has begun: killed after this, it is gone on
 * with by the next that finds the note. Gives when it began, which stays the same however often it is done; null when
 * there is no such player.
 */
export async function revokeAccess({ database, now }: ErasureDeps, playerId: string): Promise<Date | null> {
  return database.transaction(async (tx) => {
    // Anyone who is signing in or making a key at this moment comes before or after this, not beside it.
    const { rowCount } = await tx.query('SELECT FROM accounts.players WHERE id = $1 FOR UPDATE', [playerId])
    if (rowCount === 0) return null
    const { rows } = await tx.query(
      `INSERT INTO accounts.erasures AS e (player_id, asked_at, erase_at) VALUES ($1, $2, $2)
       ON CONFLICT (player_id) DO UPDATE SET erase_at = least(e.erase_at, excluded.erase_at)
       RETURNING erase_at`,
      [playerId, new Date(now())],
    )
    for (const table of waysIn)
      await tx.query(`DELETE FROM accounts.${table} WHERE player_id = $1`, [playerId])
    await tx.query('UPDATE accounts.players SET password_hash = $2 WHERE id = $1', [
      playerId,
      nobodysPassword,
    ])
    // What accounts/identity/access-notice.ts hears.
    await tx.query(`SELECT pg_notify('access', $1)`, [playerId])
    return begun.parse(rows)[0].erase_at
  })
}

const begun = z.tuple([z.object({ erase_at: z.date() })])
