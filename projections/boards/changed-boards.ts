import { grade } from '@stepledger/contracts/rules/grade.ts'
import { z } from 'zod'
import type { TablesTx } from '../generation.ts'
import type { Queryable } from '../queryable.ts'
import { valuesOf } from '../values-of.ts'

type Into = Pick<TablesTx, 'tx' | 'schema'>

/** An entry of the queue (change-queue.ts): a new version of a chart, or a player whose entry on it changed. */
export interface QueuedChange {
  readonly chart: string
  readonly version: number | null
  readonly player: string | null
}

const queued = z.array(
  z.object({ chart: z.string(), version: z.int().nullable(), player: z.string().nullable() }),
)
const boards = z.array(z.object({ chart: z.string(), version: z.int(), players: z.int() }))
const best = z.object({
  chart: z.string(),
  player: z.string(),
  /** Null for a player who is no longer on any of the chart's boards. */
  system: z.int().nullable(),
  key: z.int().nullable(),
  play_id: z.int().nullable(),
  played_at: z.int().nullable(),
  grade: grade.nullable(),
})

/** A player's current row on a chart's boards; empty if there is none. */
export type ChangedBest = z.infer<typeof best>

export async function hasQueuedChanges(connection: Queryable, schema: string): Promise<boolean> {
  const { rows } = await connection.query({ text: `select from ${schema}.board_changes limit 1` })
  return rows.length === 1
}

/** Removes all changes of up to `maxCharts` charts from the queue and returns them. */
export async function takeQueuedChanges({ tx, schema }: Into, maxCharts: number): Promise<QueuedChange[]> {
  const { rows } = await tx.query({
    text: `
      delete from ${schema}.board_changes
      where chart in (select distinct chart from ${schema}.board_changes limit ${maxCharts})
      returning chart, version, player`,
  })
  return queued.parse(rows)
}

/** Returns the current version of these charts' boards and the number of players on each. */
export async function currentBoards({ tx, schema }: Into, charts: readonly string[]) {
  const { rows } = await tx.query({
    text: `select chart, version, players from ${schema}.boards where chart = any($1)`,
    values: [charts],
  })
  return boards.parse(rows)
}

/** Returns the current entries of these players on these charts, in every system. */
export async function changedBests(
  { tx, schema }: Into,
  pairs: readonly { chart: string; player: string }[],
): Promise<ChangedBest[]> {
  const { rows } = await tx.query({
    text: `
      select x.chart, x.player, b.system, b.key, b.play_id, b.played_at, b.grade
      from unnest($1::text[], $2::uuid[]) as x(chart, player)
      left join ${schema}.best b on b.chart = x.chart and b.player = x.player`,
    values: valuesOf(pairs, 'chart', 'player'),
  })
  return z.array(best).parse(rows)
}
