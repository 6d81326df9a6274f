import type { PlayFact } from '../batch.ts'
import { accepted } from '../plays/relations.ts'
import type { AddPlaysStep } from '../read-model.ts'
import { arrayOfColumn, namesOf, parameterOf } from '../written-column.ts'
import { metadataColumns, metadataId } from './chart-metadata.ts'

const names = metadataColumns.map(({ name }) => name)
const metadata = namesOf(metadataColumns)

/**
 * Common table expressions that count the plays of charts and take their metadata from them. `written_charts` are these
 * charts in their current state; `retitled` the known ones whose metadata changes, never those that a pack describes.
 * Many plays have equal metadata, so the parameters are the plays' ids, the number of each play's description from 1,
 * and one list of distinct descriptions per column.
 */
export const upsertCharts: AddPlaysStep = {
  parameters: 2 + metadataColumns.length,
  values(plays) {
    const { described, nth } = descriptionsOf(plays)
    return [
      `{${plays.map((play) => play.event.data.playId).join()}}`,
      `{${nth.join()}}`,
      ...metadataColumns.map((column) => arrayOfColumn(column, described)),
    ]
  },
  sql({ schema }, first) {
    const columns = metadataColumns.map(
      (column, i) => `(${parameterOf(column, first + 2 + i)})[nth] as ${column.name}`,
    )
    const earlier = (given: string) =>
      `(c.first_at is null or (${given}.first_at, ${given}.first_id) < (c.first_at, c.first_id))`
    const describes = (given: string) => `(c.described_by is null and ${earlier(given)})`
    const set = (name: string, when: string) =>
      `${name} = case when ${when} then excluded.${name} else c.${name} end`
    return `
    described as (
      select chart as hash, at as first_at, id as first_id, plays, played, ${columns.join(', ')}
      from (
        select distinct on (chart) chart, at, id, count(*) over (partition by chart) as plays,
          bool_or(eligible) over (partition by chart) as played,
          ($${first + 1}::integer[])[array_position($${first}::bigint[], id)] as nth
        from ${accepted} order by chart, at, id
      ) earliest
    ),
    retitled as (
      select described.hash from described, lateral (select * from ${schema}.charts c where c.hash = described.hash limit 1) c
      where ${describes('described')}
        and (${names.map((name) => `described.${name}`).join(', ')}) is distinct from (${names.map((name) => `c.${name}`).join(', ')})
    ),
    written_charts as (
      insert into ${schema}.charts as c (hash, first_at, first_id, known_at, plays, played, ${metadata})
      select hash, first_at, first_id, first_at, plays, played, ${metadata} from described
      on conflict (hash) do update set plays = c.plays + excluded.plays, played = c.played or excluded.played, known_at = least(c.known_at, excluded.known_at),
        ${['first_at', 'first_id'].map((name) => set(name, earlier('excluded'))).join(', ')},
        ${names.map((name) => set(name, describes('excluded'))).join(', ')}
      returning hash, title_key, search, meter
    )`
  },
}

/** Returns one play per distinct description, and for each play the number of its description, from 1. */
function descriptionsOf(plays: readonly PlayFact[]): { described: PlayFact[]; nth: number[] } {
  const described: PlayFact[] = []
  const numbers = new Map<string, number>()
  const nth = plays.map((play) => {
    const id = metadataId(play)
    const known = numbers.get(id)
    if (known !== undefined) return known
    described.push(play)
    numbers.set(id, described.length)
    return described.length
  })
  return { described, nth }
}
