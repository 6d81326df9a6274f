import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { z } from 'zod'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Ledger, partitionOf } from '../../platform/ledger/ledger.ts'

const claims = z.array(
  z.object({ player: z.string(), partition: z.int().nullable(), offset: z.int().nullable() }),
)

/** Timeout of the ledger, ms. */
const timeoutMs = 1_000

/**
 * A position in the ledger at which a play is included; null for an unknown play. Where the ledger is not in this database,
 * the play's own position is recorded after its answer: until then it is the end of the player's partition, or null if the
 * ledger does not answer.
 */
export async function positionOfPlay(
  {
    database,
    ledger,
  }: { readonly database: Pick<Database, 'pool'>; readonly ledger: Pick<Ledger, 'ends' | 'partitions'> },
  playId: number,
): Promise<Position | null> {
  const { rows } = await database.pool.query({
    name: 'ingest-position',
    text: 'SELECT player, partition, "offset" FROM ingest.claims WHERE play_id = $1',
    values: [playId],
  })
  const [claim] = claims.parse(rows)
  if (!claim) return null
  const { partition, offset } = claim
  if (partition !== null && offset !== null) return { partition, offset }
  const ends = await withDeadline(timeoutMs, ledger.ends('events'), 'the end of the ledger').catch(() => null)
  const own = partitionOf(ledger.partitions.events, claim.player)
  const end = ends?.[own] ?? 0
  return end === 0 ? null : { partition: own, offset: end - 1 }
}
