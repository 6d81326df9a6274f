import { playerId } from '@stepledger/contracts/ids.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

/** A player by id. `alias`: null if the account was deleted or never existed. */
export interface FoundPlayer {
  readonly id: string
  readonly alias: string | null
}

const rows = z.array(z.object({ id: z.string(), alias: z.string() })).max(1)

/**
 * Finds a player by alias, ignoring case, or by id. An id without an account is returned as it is, because the ledger
 * may have its events; null for an unknown alias. Reads only the public view of the accounts.
 */
export async function findPlayer(
  { pool }: Pick<Database, 'pool'>,
  aliasOrId: string,
): Promise<FoundPlayer | null> {
  const id = playerId.safeParse(aliasOrId)
  const answer = id.success
    ? await pool.query('select id, alias from accounts.public_players where id = $1', [id.data])
    : await pool.query(
        'select id, alias from accounts.public_players where lower(alias) = lower($1) order by alias = $1 desc limit 1',
        [aliasOrId.trim()],
      )
  const [found] = rows.parse(answer.rows)
  return found ?? (id.success ? { id: id.data, alias: null } : null)
}
