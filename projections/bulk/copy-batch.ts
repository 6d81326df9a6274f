import type { Batch, PlayFact } from '../batch.ts'
import type { Word } from '../catalogue/face.ts'
import { playColumns } from '../plays/play-columns.ts'
import { copyText, namesOf, type WrittenColumn } from '../written-column.ts'
import { stagedErasures, stagedFaces, stagedRivals, stagedWithdrawals } from './staging.ts'

/** COPY in the text format: `into` names the table and its columns. */
export type CopyIn = (into: string, rows: string) => Promise<void>

/** Which play's word on a chart was staged last: the earliest one that this process has seen. */
export type StagedFaces = Map<string, { readonly at: number; readonly playId: number }>

/**
 * Puts a batch into the bare tables of a build, its rows as they are: what they come to is found when the bulk stretch is finished
 * (finish-bulk.ts). Many plays say the same of their chart, so only a word earlier than all in `staged` is put down.
 */
export async function copyBatch(
  copy: CopyIn,
  schema: string,
  { plays, withdrawals, erasures, rivals }: Batch,
  staged: StagedFaces,
): Promise<void> {
  await copyRows(copy, schema, { name: 'plays', columns: playColumns }, plays)
  await copyWords(copy, schema, earlierThanAll(plays, staged))
  await copyRows(copy, schema, stagedWithdrawals, withdrawals)
  await copyRows(copy, schema, stagedErasures, erasures)
  await copyRows(copy, schema, stagedRivals, rivals)
}

/** Puts down what these plays say of their charts. */
export async function copyWords(copy: CopyIn, schema: string, words: readonly Word[]): Promise<void> {
  await copyRows(copy, schema, stagedFaces, words)
}

async function copyRows<Row>(
  copy: CopyIn,
  schema: string,
  { name, columns }: { name: string; columns: readonly WrittenColumn<Row>[] },
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await copy(`${schema}.${name} (${namesOf(columns)})`, copyText(columns, rows))
}

function earlierThanAll(plays: readonly PlayFact[], staged: StagedFaces): PlayFact[] {
  return plays.filter(({ event: { at, data } }) => {
    const known = staged.get(data.chart)
    if (known && (known.at < at || (known.at === at && known.playId <= data.playId))) return false
    staged.set(data.chart, { at, playId: data.playId })
    return true
  })
}
