import { z } from 'zod'
import { preparing } from '../prepared.ts'
import type { Queryable } from '../queryable.ts'

/** The identity of a stored play: its player, content and ledger position. */
export interface PlayIdentity {
  readonly id: number
  readonly player: string
  readonly fingerprint: Uint8Array
  /** `partition:offset`. */
  readonly position: string
}

export async function storedPlaysById(
  tx: Queryable,
  schema: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlayIdentity>> {
  const { rows } = await preparing(tx).query<PlayIdentity>({
    text: `
      select id, player, fingerprint, partition || ':' || "offset" as position from ${schema}.plays
      where id = any($1::bigint[])`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

const duplicateIds = z.array(z.object({ id: z.int() }))
const duplicateContents = z.array(z.object({ player: z.string(), ids: z.array(z.int()) }))

/**
 * Returns ids of several rows, and plays of one player with the same content, without relying on indexes; at most
 * `limit` of each.
 */
export async function repeatedIdentities(tx: Queryable, schema: string, limit: number) {
  const byId = await tx.query({
    text: `select id from ${schema}.plays group by id having count(*) > 1 order by id limit ${limit}`,
  })
  const byContent = await tx.query({
    text: `
      select player, array_agg(id order by id) as ids from ${schema}.plays
      group by player, fingerprint having count(*) > 1 order by min(id) limit ${limit}`,
  })
  return {
    ids: duplicateIds.parse(byId.rows).map(({ id }) => id),
    contents: duplicateContents.parse(byContent.rows),
  }
}
