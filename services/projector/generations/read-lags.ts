import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { tableExists } from '../../platform/database/table-exists.ts'
import { eventTime } from '../../platform/ledger/event-time.ts'

/**
 * How far something that follows the ledger is behind. `waiting`: events, or for standings and Redis changes of the read
 * models. `seconds`: age of the oldest of these events; null where it is not recorded. `partitions`: by partition.
 */
export interface Lag {
  readonly projection: 'live' | 'next' | 'standings' | 'redis'
  readonly waiting: number
  readonly seconds: number | null
  readonly partitions: readonly number[] | null
}

/** Ids of the generations whose lags are read. */
interface Generations {
  readonly live: number | null
  readonly next: number | null
}

/**
 * Returns the lag of everything that follows the ledger. The generations are omitted while the ledger does not answer
 * (`ends` is null). `now`: ms since 1970.
 */
export async function readLags(
  { pool }: Pick<Database, 'pool'>,
  ledger: { readonly at: ReadEvent },
  { live, next }: Generations,
  ends: readonly number[] | null,
  now: number,
): Promise<Lag[]> {
  const ofGeneration = async (projection: 'live' | 'next', id: number | null): Promise<Lag[]> => {
    if (id === null || ends === null) return []
    const checkpoint = await readCheckpoints(pool, id)
    const partitions = await lagSeconds(ledger.at, { checkpoint, ends }, now)
    const waiting = ends.reduce((sum, end, i) => sum + Math.max(0, end - (checkpoint[i] ?? 0)), 0)
    return [{ projection, waiting, seconds: maxLag(partitions), partitions }]
  }
  const ofQueue = async (projection: 'standings' | 'redis', table: string): Promise<Lag[]> => {
    const waiting = await countRows(pool, table)
    return waiting === null ? [] : [{ projection, waiting, seconds: null, partitions: null }]
  }
  const lags = await Promise.all([
    ofGeneration('live', live),
    ofGeneration('next', next),
    ...(live === null
      ? []
      : [ofQueue('standings', `g${live}.standings_queue`), ofQueue('redis', `g${live}.board_changes`)]),
  ])
  return lags.flat()
}

const counts = z.tuple([z.object({ n: z.int() })])

/** Null if the table does not exist, as that of boards without a follower in Redis. */
async function countRows(pool: Database['pool'], table: string): Promise<number | null> {
  if (!(await tableExists(pool, table))) return null
  const answer = await pool.query(`select count(*)::integer as n from ${table}`)
  return counts.parse(answer.rows)[0].n
}

/** Reads from the topic `events`; null if there is no such event, or no answer. */
type ReadEvent = (position: Position) => Promise<{ readonly bytes: Uint8Array } | null>

/**
 * Returns the age of the first event of each partition that is not folded yet, s; 0 without a lag, and for events whose
 * age is unknown. `checkpoint`: the next offset to fold of each partition. `now`: ms since 1970.
 */
export async function lagSeconds(
  readEvent: ReadEvent,
  { checkpoint, ends }: { readonly checkpoint: readonly number[]; readonly ends: readonly number[] },
  now: number,
): Promise<number[]> {
  return Promise.all(
    ends.map(async (end, partition) => {
      const offset = itemAt(checkpoint, partition)
      const waiting = offset < end ? await readEvent({ partition, offset }) : null
      const at = waiting && eventTime(waiting.bytes)
      return at === null ? 0 : Math.max(0, (now - at) / 1000)
    }),
  )
}

/** The longest of the ages of all partitions, s. */
const maxLag = (seconds: readonly number[]) => Math.max(0, ...seconds)
