import { noiseDeviation } from '@stepledger/contracts/analysis/anonymity.ts'
import type { Measure } from '@stepledger/contracts/analysis/measure.ts'
import { questions } from '@stepledger/contracts/analysis/questions/questions.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { groupBy } from '@stepledger/contracts/group-by.ts'
import type { PackedRows } from '@stepledger/contracts/play/columns.ts'
import { unpackOffsets, unpackTimes } from '@stepledger/contracts/play/unpack-rows.ts'
import { expect } from 'vitest'
import { type ExpectedPlay, type Mean, weightedMean } from './expected-answers.ts'
import { type Export, type ExportedHistory, exportedHistory } from './exported-history.ts'

export type Row = Readonly<Record<string, unknown>>

/** An export, and the plays that its answers are compared with. */
export interface Answers {
  readonly given: ExportedHistory
  readonly exported: Export
  readonly plays: readonly ExpectedPlay[]
  /** The answer to the question of docs/analysis.md with this name. */
  answer(name: string): Promise<Row[]>
  /** The published cells of a table: month and these columns, separated by spaces. */
  published(table: string, columns: string): Promise<ReadonlySet<string>>
}

export async function exportAnswers(): Promise<Answers> {
  const given = await exportedHistory()
  const exported = await given.export('2026-12-10')
  return {
    given,
    exported,
    plays: await expectedPlays(given),
    answer: (name) => exported.ask(questions.find((each) => each.name === name)?.sql ?? ''),
    async published(table, columns) {
      const rows = await exported.ask(
        `select concat_ws(' ', strftime(month, '%Y-%m'), ${columns}) as cell from ${table}`,
      )
      return new Set(rows.map(({ cell }) => String(cell)))
    },
  }
}

/** Half of a measure's range: the unit of the error of its mean. */
export const half = ({ from, to }: Measure) => (to - from) / 2
/** The unit of the error of a percentage, which is a sum of values from 0 to 1. */
export const ofShare = 100

export const within = (means: ReadonlyMap<string, Mean>, cells: ReadonlySet<string>) =>
  new Map([...means].filter(([cell]) => cells.has(cell)))
export const last = (cell: string) => cell.split(' ').at(-1) ?? ''

/** Expects each group of cells to be within four standard deviations of the noise. */
export function compare(
  rows: readonly Row[],
  column: string,
  means: ReadonlyMap<string, Mean>,
  groupOf: (cell: string) => string,
  rowOf: (group: string) => Row | undefined,
  unit: number,
): void {
  const groups = groupBy([...means.keys()], groupOf)
  expect(groups.size).toBe(rows.length)
  for (const [group, cells] of groups) {
    const truth = weightedMean(cells.flatMap((cell) => means.get(cell) ?? []))
    expectNear(rowOf(group)?.[column], truth, cells.length, unit)
  }
}

function expectNear(found: unknown, truth: Mean, cells: number, unit: number): void {
  const error = (noiseDeviation * Math.SQRT2 * unit * Math.sqrt(cells)) / truth.players
  expect(Math.abs(Number(found) - truth.mean)).toBeLessThan(4 * error + 0.02)
}

/** The plays of the live generation, with the steps of ranked ones from the ledger. */
async function expectedPlays(given: ExportedHistory): Promise<ExpectedPlay[]> {
  const { schema } = await given.live()
  const { rows } = await given.database.pool.query(`
    select p.id::int as id, p.player, p.chart, c.meter, p.played_at as at, p.passed, p.rate, p.eligible as ranked, p.hundredths,
      p.statistics[2] as mean, p.statistics[3] as deviation, p.judgments, p.partition, p."offset"
    from ${schema}.plays p join ${schema}.charts c on c.hash = p.chart
    where p.withdrawn_at is null and p.autoplay is not true`)
  const steps = new Map<string, PackedRows>()
  const ends = await given.ledger.ends('events')
  const batches = given.ledger.read(
    'events',
    ends.map(() => 0),
    { to: ends },
  )
  for await (const batch of batches)
    for (const { partition, offset, bytes } of batch) {
      const event = decodeEvent(bytes)
      if (event?.type === 'PlaySubmitted') steps.set(`${partition} ${offset}`, event.data.rows)
    }
  return rows.map(({ hundredths, judgments, partition, offset, ...row }) => {
    const packed = row.ranked ? steps.get(`${partition} ${offset}`) : undefined
    const [hardEx, ex, itg] = hundredths.map((score: number) => score / 100)
    return {
      ...row,
      scores: { hardEx, ex, itg },
      judgments: judgments.slice(0, 7),
      times: packed ? [...unpackTimes(packed)] : [],
      offsets: packed ? [...unpackOffsets(packed)] : [],
    }
  })
}
