import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

const positions = z.array(z.object({ partition: z.int(), offset: z.int() }))

/** The position of a play in the ledger; null for an unknown one, and while its position is not recorded. */
export async function positionOfPlay(
  { pool }: Pick<Database, 'pool'>,
  playId: number,
): Promise<Position | null> {
  const { rows } = await pool.query({
    name: 'ingest-position',
    text: 'SELECT partition, "offset" FROM ingest.claims WHERE play_id = $1 AND partition IS NOT NULL',
    values: [playId],
  })
  return positions.parse(rows)[0] ?? null
}
