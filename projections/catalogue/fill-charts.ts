import { stagedFaces } from '../bulk/staging.ts'
import type { Queryable } from '../queryable.ts'
import { namesOf } from '../written-column.ts'
import { faceColumns } from './face.ts'

/** Notes the earliest play of each chart; gives the positions of those of which no word was staged. */
export async function noteFirstWords(
  tx: Queryable,
  schema: string,
): Promise<{ partition: number; offset: number }[]> {
  await tx.query({
    text: `
      create temp table first_words on commit drop as
      select distinct on (chart) chart, at, id, partition, "offset" from ${schema}.plays order by chart, at, id`,
  })
  const { rows } = await tx.query<{ partition: number; offset: number }>({
    text: `
      select partition, "offset" from first_words
      except select partition, "offset" from ${schema}.${stagedFaces.name} order by partition, "offset"`,
  })
  return rows
}

/** Statements of a build that fill `charts`, of the plays that are left and of what the earliest ones say. */
export function fillCharts(schema: string): string[] {
  const faces = namesOf(faceColumns)
  return [
    `insert into ${schema}.charts (hash, first_at, first_id, plays, ${faces})
     select f.chart, f.at, f.id, coalesce(counted.plays, 0), ${faces}
     from first_words f
     join ${schema}.${stagedFaces.name} using (partition, "offset")
     left join (
       select chart, count(*) as plays from ${schema}.plays where withdrawn_at is null group by chart
     ) counted using (chart)`,
  ]
}
