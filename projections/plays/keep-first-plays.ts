import type { BuildTx } from '../read-model.ts'

interface Contested {
  readonly partition: number
  readonly offset: number
  readonly id: number
  readonly player: string
  readonly fingerprint: string
}

/**
 * Leaves of the copied plays those that the ordinary fold accepts: none after the erasure of its player, and of the
 * same content or the same id the first. There are few of those, so they are told apart here, one after the other.
 */
export async function keepFirstPlays({ tx, schema }: Pick<BuildTx, 'tx' | 'schema'>): Promise<void> {
  await tx.query({
    text: `
      delete from ${schema}.plays p using (
        select player, min("offset") as "offset" from ${schema}.staged_erasures group by player
      ) e
      where p.player = e.player and p."offset" > e."offset"`,
  })
  const { rows } = await tx.query<Contested>({
    text: `
      with content as (
        select player, fingerprint from ${schema}.plays group by player, fingerprint having count(*) > 1
      ), ids as (
        select id from ${schema}.plays group by id having count(*) > 1
      ), contested as (
        select player, fingerprint, id, partition, "offset" from ${schema}.plays join content using (player, fingerprint)
        union all
        select player, fingerprint, id, partition, "offset" from ${schema}.plays join ids using (id)
      )
      select distinct partition, "offset", id, player, encode(fingerprint, 'hex') as fingerprint
      from contested order by partition, "offset"`,
  })
  if (rows.length === 0) return
  const late = rejected(rows)
  await tx.query({
    text: `
      delete from ${schema}.plays p using unnest($1::smallint[], $2::bigint[]) as late(partition, "offset")
      where p.partition = late.partition and p."offset" = late."offset"`,
    values: [late.map(({ partition }) => partition), late.map(({ offset }) => offset)],
  })
}

function rejected(contested: readonly Contested[]): Contested[] {
  const ids = new Set<number>()
  const contents = new Set<string>()
  return contested.filter(({ id, player, fingerprint }) => {
    const content = `${player} ${fingerprint}`
    if (ids.has(id) || contents.has(content)) return true
    ids.add(id)
    contents.add(content)
    return false
  })
}
