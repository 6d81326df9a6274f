import { latenciesOf } from '../figures.ts'
import { interleaved } from '../rounds.ts'
import { type Aim, type Row, type RowText, rowOf } from '../rows.ts'

/** Sequential reads per round. */
const reads = 100

/** Reads a part of a page of `subject`; `nth`: from 0, for reads of different rows. */
export type TimedRead<Subject> = (subject: Subject, nth: number) => Promise<unknown>

/** Rows with the median and the 99th percentile of each part, of a large subject beside a small one. */
export async function rowsOfReads<Subject>(
  parts: Readonly<Record<string, TimedRead<Subject>>>,
  subjects: { readonly large: Subject; readonly small: Subject },
  text: Pick<RowText, 'path' | 'floorIs'> & { readonly rounds: number; readonly aim: Aim },
): Promise<Row[]> {
  const { rounds, aim, ...shown } = text
  const rows: Row[] = []
  for (const [what, read] of Object.entries(parts)) {
    const timed = (subject: Subject) => async () => {
      const ms: number[] = []
      for (let i = 0; i < reads; i++) {
        const start = performance.now()
        await read(subject, i)
        ms.push(performance.now() - start)
      }
      return latenciesOf(ms)
    }
    const measured = await interleaved(rounds, timed(subjects.large), timed(subjects.small))
    rows.push(
      rowOf({ ...shown, unit: 'ms', what: `${what}, p50` }, measured, ({ p50 }) => p50),
      rowOf({ ...shown, unit: 'ms', what: `${what}, p99`, aim }, measured, ({ p99 }) => p99),
    )
  }
  return rows
}
