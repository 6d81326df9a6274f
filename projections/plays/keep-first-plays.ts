import type { BuildTx } from '../read-model.ts'
import { valuesOf } from '../values-of.ts'

interface Duplicate {
  readonly partition: number
  readonly offset: number
  readonly id: number
  readonly player: string
  readonly fingerprint: string
}

/**
 * Deletes the copied plays that the live fold rejects: plays after the erasure of their player, and all but the first
 * of the same content or id. Duplicates are rare, so they are resolved in memory.
 */
export async function keepFirstPlays({ tx, schema }: Pick<BuildTx, 'tx' | 'schema'>): Promise<void> {
  await tx.query({
    text: `
      delete from ${schema}.plays p using (
        select player, min("offset") as "offset" from ${schema}.staged_erasures group by player
      ) e
      where p.player = e.player and p."offset" > e."offset"`,
  })
  const { rows } = await tx.query<Duplicate>({
    text: `
      with content as (
        select player, fingerprint from ${schema}.plays group by player, fingerprint having count(*) > 1
      ), ids as (
        select id from ${schema}.plays group by id having count(*) > 1
      ), duplicates as (
        select player, fingerprint, id, partition, "offset" from ${schema}.plays join content using (player, fingerprint)
        union all
        select player, fingerprint, id, partition, "offset" from ${schema}.plays join ids using (id)
      )
      select distinct partition, "offset", id, player, encode(fingerprint, 'hex') as fingerprint
      from duplicates order by partition, "offset"`,
  })
  if (rows.length === 0) return
  const rejected = rejectedOf(rows)
  await tx.query({
    text: `
      delete from ${schema}.plays p using unnest($1::smallint[], $2::bigint[]) as rejected(partition, "offset")
      where p.partition = rejected.partition and p."offset" = rejected."offset"`,
    values: valuesOf(rejected, 'partition', 'offset'),
  })
}

function rejectedOf(duplicates: readonly Duplicate[]): Duplicate[] {
  const ids = new Set<number>()
  const contents = new Set<string>()
  return duplicates.filter(({ id, player, fingerprint }) => {
    const content = `${player} ${fingerprint}`
    if (ids.has(id) || contents.has(content)) return true
    ids.add(id)
    contents.add(content)
    return false
  })
}
