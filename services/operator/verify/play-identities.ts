import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { PlayFact } from '@stepledger/projections/batch.ts'
import {
  type PlayIdentity,
  repeatedIdentities,
  storedPlaysById,
} from '@stepledger/projections/plays/identities.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type pg from 'pg'
import { maxListed, type Tally } from './report.ts'

/**
 * Counts duplicate plays of the batch. Duplicates are allowed, because appends are at least once. Two different plays
 * with one id are a fault.
 */
export async function repeatedPlays(
  tx: Queryable,
  schema: string,
  plays: readonly PlayFact[],
  accepted: readonly PlayFact[],
  faults: Tally<string>,
): Promise<number> {
  const first = new Set(accepted)
  const repeated = plays.filter((play) => !first.has(play)).map(contentOf)
  if (repeated.length === 0) return 0
  const kept = await storedPlaysById(
    tx,
    schema,
    repeated.map(({ id }) => id),
  )
  for (const play of repeated) {
    const known = kept.get(play.id)
    if (known && !isSame(known, play))
      faults.add(`play id ${play.id} names two plays, at ${known.position} and ${play.position}`)
  }
  return repeated.length
}

function contentOf({ event, partition, offset }: PlayFact): PlayIdentity {
  const { playId, fingerprint } = event.data
  return { id: playId, player: event.key, fingerprint, position: formatPosition({ partition, offset }) }
}

function isSame(a: PlayIdentity, b: PlayIdentity): boolean {
  return a.player === b.player && Buffer.compare(a.fingerprint, b.fingerprint) === 0
}

/** Checks that play ids and contents per player are unique, without relying on indexes. */
export async function checkIdentities(tx: pg.Client, schema: string, faults: Tally<string>): Promise<void> {
  const { ids, contents } = await repeatedIdentities(tx, schema, maxListed)
  for (const id of ids) faults.add(`play ${id} is shown more than once`)
  for (const { player, ids } of contents)
    faults.add(`plays ${ids.join(', ')} of player ${player} have the same content`)
}
