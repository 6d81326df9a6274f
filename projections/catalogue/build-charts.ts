import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { PlayFact } from '../batch.ts'
import { type CopiedTable, copiedTable, rowsFor } from '../bulk/copied-table.ts'
import { positionColumns } from '../bulk/staging-table.ts'
import { firstPlays, keptPlays } from '../plays/relations.ts'
import type { BuildTx } from '../read-model.ts'
import { namesOf } from '../written-column.ts'
import { metadataColumns, type PlayOfChart } from './chart-metadata.ts'

/** How plays describe their charts: candidates for the earliest play of each. */
export const stagedMetadata = {
  name: 'staged_metadata',
  columns: [...positionColumns, ...metadataColumns],
}

/**
 * Many plays say the same of their chart, so only one that is earlier than all that this writer has seen is put down.
 * When its batch was rolled back it is missing, and is read in the ledger at the end.
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

/** Fills `charts`, of the plays that are left and of how the earliest ones describe them. */
export async function buildCharts(build: BuildTx): Promise<void> {
  const { schema, run } = build
  await copyMissing(build)
  const metadata = namesOf(metadataColumns)
  await run([
    `insert into ${schema}.charts (hash, first_at, first_id, known_at, plays, ${metadata})
     select f.chart, f.at, f.id, f.at, coalesce(counted.plays, 0), ${metadata}
     from ${firstPlays} f
     join ${schema}.${stagedMetadata.name} using (partition, "offset")
     left join (
       select chart, count(*) as plays from ${keptPlays(schema)} kept group by chart
     ) counted using (chart)`,
  ])
}

/** Reads the earliest plays whose description was not put down in the ledger again. */
async function copyMissing({ tx, schema, copy, recordedAt }: BuildTx): Promise<void> {
  const { rows: missing } = await tx.query<{ partition: number; offset: number }>({
    text: `
      select partition, "offset" from ${firstPlays}
      except select partition, "offset" from ${schema}.${stagedMetadata.name} order by partition, "offset"`,
  })
  const rows = rowsFor(schema, stagedMetadata)
  for (const recorded of await recordedAt(missing)) rows.add(playAt(recorded))
  for (const each of rows.take()) await copy(each)
}

function playAt({ partition, offset, bytes }: RecordedEvent): PlayOfChart {
  const event = decodeEvent(bytes)
  if (event?.type !== 'PlaySubmitted')
    throw new Error(`no play lies at ${formatPosition({ partition, offset })} any more`)
  return { partition, offset, event }
}
