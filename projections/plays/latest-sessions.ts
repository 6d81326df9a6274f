import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { GenerationDb } from '../read-database.ts'
import type { PlayRow } from './tables.ts'

type Row = Pick<PlayRow, 'id' | 'played_at' | 'rows' | 'seconds'>

interface Bounds {
  /** The longest break within a session, ms. */
  readonly breakMs: number
  readonly sessions: number
  /** Maximum plays that are read. A session that begins before them is left out, unless it is the latest one. */
  readonly plays: number
  /** Only plays that ended before this time, ms since 1970. */
  readonly before?: number | undefined
}

/** Returns the latest sessions of a player, each with its plays, latest first. One index range. */
export async function latestSessions(
  generation: GenerationDb,
  player: string,
  { breakMs, sessions, plays: maxPlays, before }: Bounds,
): Promise<Row[][]> {
  const rows = await generation.db
    .selectFrom('plays')
    .select(['id', 'played_at', 'rows', 'seconds'])
    .where('player', '=', player)
    .where('withdrawn_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('played_at', '<', before ?? 0))
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPlays)
    .execute()
  const found: Row[][] = []
  for (const [i, row] of rows.entries()) {
    const goesOn = i > 0 && itemAt(rows, i - 1).played_at - row.played_at <= breakMs
    if (goesOn) found.at(-1)?.push(row)
    else found.push([row])
  }
  if (rows.length === maxPlays && found.length > 1) found.pop()
  return found.slice(0, sessions)
}
