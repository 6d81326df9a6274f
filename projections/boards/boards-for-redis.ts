import { grade } from '@stepledger/contracts/rules/grade-names.ts'
import { z } from 'zod'
import type { TablesTx } from '../generation.ts'
import type { Queryable } from '../queryable.ts'
import { valuesOf } from '../values-of.ts'

type Into = Pick<TablesTx, 'tx' | 'schema'>

/** An entry of the queue : a new version of a chart, or a player whose entry on it changed. */
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

export async function currentBoards({ tx, schema }: Into, charts: readonly string[]) {
  const { rows } = await tx.query({
    text: `select chart, version, players from ${schema}.boards where chart = any($1)`,
    values: [charts],
  })
  return boards.parse(rows)
}

/** In every system. */
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

/**
 * Statements that create a queue of board changes for a follower outside of Postgres. Every transaction that changes
 * boards of the generation inserts into `board_changes` the new version of each chart (a row without a player) and each
 * player with a changed entry (a row without a version). Without a follower the queue does not exist and costs nothing.
 * The table is unlogged: after a crash of Postgres a follower starts over.
 */
export function attachChangeQueue(schema: string): string {
  const queue = (name: string, columns: string) => `
    create or replace function ${schema}.${name}() returns trigger language plpgsql as $$
    begin
      insert into ${schema}.board_changes (${columns}) select distinct ${columns} from changed;
      return null;
    end $$`
  const trigger = (table: string, event: 'insert' | 'update' | 'delete', name: string) => `
    create or replace trigger ${name}_after_${event} after ${event} on ${schema}.${table}
    referencing ${event === 'delete' ? 'old' : 'new'} table as changed
    for each statement execute function ${schema}.${name}()`
  return [
    `create unlogged table if not exists ${schema}.board_changes (
      chart text collate "C" not null,
      version bigint,
      player uuid
    )`,
    `truncate ${schema}.board_changes`,
    queue('queue_players', 'chart, player'),
    queue('queue_versions', 'chart, version'),
    trigger('best', 'insert', 'queue_players'),
    trigger('best', 'update', 'queue_players'),
    trigger('best', 'delete', 'queue_players'),
    trigger('boards', 'insert', 'queue_versions'),
    trigger('boards', 'update', 'queue_versions'),
  ].join(';\n')
}

/** Statements that drop the queue and its triggers. */
export function detachChangeQueue(schema: string): string {
  return [
    `drop function if exists ${schema}.queue_players() cascade`,
    `drop function if exists ${schema}.queue_versions() cascade`,
    `drop table if exists ${schema}.board_changes`,
  ].join(';\n')
}

const rows = z.array(
  z.object({
    system: z.int(),
    player: z.string(),
    key: z.int(),
    play_id: z.int(),
    played_at: z.int(),
    grade,
  }),
)

export type BoardRows = z.infer<typeof rows>

/** Yields every row of a chart's boards, of all systems, unordered, in pages of `pageSize`. Requires a transaction. */
export async function* wholeBoard(
  { tx, schema }: Pick<TablesTx, 'tx' | 'schema'>,
  chart: string,
  pageSize: number,
): AsyncGenerator<BoardRows> {
  await tx.query({
    text: `
      declare board cursor for
      select system, player, key, play_id, played_at, grade from ${schema}.best where chart = '${checkedHash(chart)}'`,
  })
  for (;;) {
    const page = rows.parse((await tx.query({ text: `fetch ${pageSize} from board` })).rows)
    if (page.length > 0) yield page
    if (page.length < pageSize) return
  }
}

/** Cursors accept no parameters, so the hash is validated instead. Chart hashes are hex digits. */
function checkedHash(chart: string): string {
  if (!/^[\w-]{1,100}$/.test(chart)) throw new RangeError('a chart hash consists of letters and digits')
  return chart
}
