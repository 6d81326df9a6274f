import type { Batch, PlayFact } from '../batch.ts'
import type { Word } from '../catalogue/face.ts'
import { playColumns } from '../plays/play-columns.ts'
import { namesOf, type WrittenColumn } from '../written-column.ts'
import { copyRows } from './copy-rows.ts'
import { stagedErasures, stagedFaces, stagedRivals, stagedWithdrawals } from './staging.ts'

/** What one COPY in the text format brings: `into` names a table and its columns, `rows` is UTF-8. */
export interface Copy {
  readonly into: string
  readonly rows: Uint8Array<ArrayBuffer>
}

export type CopyIn = (copy: Copy) => Promise<void>

/**
 * Writes batches as rows for the bare tables of a build, as they are: what they come to is found when the bulk stretch is finished
 * (finish-bulk.ts).
 */
export interface CopyWriter {
  add(batch: Batch): void
  /** What was added since it was last asked. */
  take(): Copy[]
}

/**
 * Many plays say the same of their chart, so only a word earlier than all that this writer has seen is put down. When its batch was rolled
 * back it is missing, and is read in the ledger at the end (noteFirstWords).
 */
export function copyWriter(schema: string): CopyWriter {
  const plays = rowsInto(schema, { name: 'plays', columns: playColumns })
  const faces = rowsInto(schema, stagedFaces)
  const withdrawals = rowsInto(schema, stagedWithdrawals)
  const erasures = rowsInto(schema, stagedErasures)
  const rivals = rowsInto(schema, stagedRivals)
  const earliest = new Map<string, { readonly at: number; readonly playId: number }>()

  function isEarliest({ event: { at, data } }: PlayFact): boolean {
    const known = earliest.get(data.chart)
    if (known && (known.at < at || (known.at === at && known.playId <= data.playId))) return false
    earliest.set(data.chart, { at, playId: data.playId })
    return true
  }

  return {
    add(batch) {
      plays.add(batch.plays)
      faces.add(batch.plays.filter(isEarliest))
      withdrawals.add(batch.withdrawals)
      erasures.add(batch.erasures)
      rivals.add(batch.rivals)
    },
    take: () => [plays, faces, withdrawals, erasures, rivals].flatMap((table) => table.take()),
  }
}

/** What these plays say of their charts: one copy, or none of nothing. */
export function copyWords(schema: string, words: readonly Word[]): Copy[] {
  const faces = rowsInto(schema, stagedFaces)
  faces.add(words)
  return faces.take()
}

function rowsInto<Row>(
  schema: string,
  { name, columns }: { name: string; columns: readonly WrittenColumn<Row>[] },
) {
  const into = `${schema}.${name} (${namesOf(columns)})`
  const written = copyRows(columns)
  return {
    add(rows: readonly Row[]) {
      for (const row of rows) written.add(row)
    },
    take(): Copy[] {
      const rows = written.take()
      return rows.length > 0 ? [{ into, rows }] : []
    },
  }
}
