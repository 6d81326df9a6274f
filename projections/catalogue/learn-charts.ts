import { namesOf, parameterOf } from '../written-column.ts'
import { faceColumns } from './face.ts'

const names = faceColumns.map(({ name }) => name)
const faces = namesOf(faceColumns)

/**
 * The part of the statement of new plays that counts the plays of charts and learns of charts from them. It reads `accepted`; `learned` are
 * the charts that it wrote, as they are now; `retitled` the known ones of which the batch says something else. Parameters from `first` on:
 * the plays' ids, which face each of them shows, counted from 1, then a list a column of faces.
 */
export function learnCharts(schema: string, first: number): string {
  const told = faceColumns.map(
    (column, i) => `(${parameterOf(column, first + 2 + i)})[of_face] as ${column.name}`,
  )
  const earlier = '(excluded.first_at, excluded.first_id) < (c.first_at, c.first_id)'
  return `
    told as (
      select chart as hash, at as first_at, id as first_id, plays, ${told.join(', ')}
      from (
        select distinct on (chart) chart, at, id, count(*) over (partition by chart) as plays,
          ($${first + 1}::integer[])[array_position($${first}::bigint[], id)] as of_face
        from accepted order by chart, at, id
      ) earliest
    ),
    retitled as (
      select told.hash from told, lateral (select * from ${schema}.charts c where c.hash = told.hash limit 1) c
      where (told.first_at, told.first_id) < (c.first_at, c.first_id)
        and (${names.map((name) => `told.${name}`).join(', ')}) is distinct from (${names.map((name) => `c.${name}`).join(', ')})
    ),
    learned as (
      insert into ${schema}.charts as c (hash, first_at, first_id, plays, ${faces})
      select hash, first_at, first_id, plays, ${faces} from told
      on conflict (hash) do update set plays = c.plays + excluded.plays,
        ${['first_at', 'first_id', ...names].map((name) => `${name} = case when ${earlier} then excluded.${name} else c.${name} end`).join(', ')}
      returning hash, title_key, search, meter
    )`
}
