import { isParkedPlay } from '@stepledger/projections/generations/parked-plays.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { parkedPlay } from '../../platform/http/http-error.ts'

/** The row of a play; null for an unknown or withdrawn one. Throws an HttpError for a parked play. */
export async function readablePlay(generation: GenerationDb, id: number): Promise<PlayRow | null> {
  const row = await playById(generation, id)
  if (!row && (await isParkedPlay(generation, id))) throw parkedPlay()
  return row?.withdrawn_at === null ? row : null
}
