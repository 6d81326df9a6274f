import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { PlayFact } from '@stepledger/projections/batch.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { Tally } from './report.ts'

interface Content {
  readonly id: number
  readonly player: string
  readonly fingerprint: Uint8Array
  readonly position: string
}

/**
 * How many plays of the batch lie in the ledger a second time. That is allowed (appended at least once), as long as an id never names two
 * plays: that is a fault.
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
  const kept = await keptUnder(tx, schema, repeated)
  for (const play of repeated) {
    const known = kept.get(play.id)
    if (known && !isSame(known, play))
      faults.add(`play id ${play.id} names two plays, at ${known.position} and ${play.position}`)
  }
  return repeated.length
}

async function keptUnder(
  tx: Queryable,
  schema: string,
  plays: readonly Content[],
): Promise<ReadonlyMap<number, Content>> {
  const { rows } = await tx.query<Content>({
    name: `${schema}_kept_under_v1`,
    text: `
      select id, player, fingerprint, partition || ':' || "offset" as position from ${schema}.plays
      where id = any($1::bigint[])`,
    values: [plays.map((play) => play.id)],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

function contentOf({ event, partition, offset }: PlayFact): Content {
  const { playId, fingerprint } = event.data
  return { id: playId, player: event.key, fingerprint, position: formatPosition({ partition, offset }) }
}

function isSame(a: Content, b: Content): boolean {
  return a.player === b.player && Buffer.compare(a.fingerprint, b.fingerprint) === 0
}
