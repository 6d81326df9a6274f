import type { PlayFact } from '../batch.ts'
import { type CopiedTable, copiedTable, positionColumns, rowsFor } from '../copied-table.ts'
import { firstPlays, keptPlays } from '../plays/relations.ts'
import type { BuildTx } from '../read-model.ts'
import { namesOf } from '../written-column.ts'
import { metadataColumns } from './chart-metadata.ts'
import { playAt } from './describe-by-plays.ts'

/** Chart metadata from plays: candidates for the earliest play of each chart. */
export const stagedMetadata = {
  name: 'staged_metadata',
  columns: [...positionColumns, ...metadataColumns],
}

/**
 * Copies the metadata of a play only if it is earlier than all plays of the chart that this writer has seen, because
 * most plays repeat it. If its batch is rolled back, the row is missing and is read from the ledger at the end of the
 * build.
 */
export function earliestMetadata(schema: string): CopiedTable {
  const earliest = new Map<string, { readonly at: number; readonly playId: number }>()
  function isEarliest({ event: { at, data } }: PlayFact): boolean {
    const known = earliest.get(data.chart)
    if (known && (known.at < at || (known.at === at && known.playId <= data.playId))) return false
    earliest.set(data.chart, { at, playId: data.playId })
    return true
  }
  return copiedTable(schema, stagedMetadata, (batch) => batch.plays.filter(isEarliest))
}

/** Fills `charts` with every chart that was ever played, and with the metadata of the earliest remaining play. */
export async function buildCharts(build: BuildTx): Promise<void> {
  const { schema, run } = build
  await run([
    `create temp table kept_first on commit drop as
     select distinct on (chart) chart, at, id, partition, "offset" from ${keptPlays(schema)} kept order by chart, at, id`,
    'analyze kept_first',
  ])
  await copyMissing(build)
  const metadata = metadataColumns.map(({ name, type }) =>
    name === 'title' ||
    name === 'artist' ||
    name === 'stepartist' ||
    name === 'title_key' ||
    name === 'search'
      ? `coalesce(${name}, '')`
      : `${name}::${type}`,
  )
  await run([
    `insert into ${schema}.charts (hash, first_at, first_id, known_at, plays, ${namesOf(metadataColumns)})
     select f.chart, k.at, k.id, f.at, 0, ${metadata.join(', ')}
     from ${firstPlays} f
     left join kept_first k on k.chart = f.chart
     left join ${schema}.${stagedMetadata.name} m on m.partition = k.partition and m."offset" = k."offset"`,
  ])
}

/** Copies the metadata of the earliest plays that were not staged, from the ledger. */
async function copyMissing({ tx, schema, copy, recordedAt }: BuildTx): Promise<void> {
  const { rows: missing } = await tx.query<{ partition: number; offset: number }>({
    text: `
      select partition, "offset" from kept_first
      except select partition, "offset" from ${schema}.${stagedMetadata.name} order by partition, "offset"`,
  })
  const rows = rowsFor(schema, stagedMetadata)
  for (const recorded of await recordedAt(missing)) rows.add(playAt(recorded))
  for (const each of rows.take()) await copy(each)
}
