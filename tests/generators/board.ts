import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import type { BestRow, BucketRow } from '@stepledger/projections/boards/bests-and-boards.ts'
import type { TablesTx } from '@stepledger/projections/generation.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { bucketOf, rankKey } from '@stepledger/projections/rank-key.ts'

/**
 * A player's entry on every board of a chart. `at`: receive time, ms since 1970; by default a minute after the previous
 * entry.
 */
export interface BoardEntryToWrite {
  readonly player: string
  readonly hundredths: number
  readonly at?: number
  readonly grade?: Grade
}

const began = Date.UTC(2026, 0, 1)

/** Writes a board as the fold does, without the plays. Play ids count up from `firstPlay`. */
export async function writeBoard(
  db: Queryable,
  schema: string,
  board: {
    chart: string
    systems: readonly number[]
    entries: readonly BoardEntryToWrite[]
    firstPlay: number
  },
): Promise<void> {
  const { chart, systems, entries, firstPlay } = board
  const set = entries.flatMap(({ player, hundredths, grade, at }, i) => {
    const received = at ?? began + i * 60_000
    return systems.map((system) => ({
      chart,
      system,
      player,
      key: rankKey(hundredths, received),
      play_id: firstPlay + i,
      played_at: received,
      grade: grade ?? 'A',
    }))
  })
  const buckets = entries.flatMap(({ hundredths }) =>
    systems.map((system) => ({ chart, system, bucket: bucketOf(hundredths), players: 1 })),
  )
  const players = [{ chart, players: entries.length }]
  await writeBoards({ tx: db, schema }, [chart], { set, remove: [], buckets, players })
}

/** `players` are differences; the same bucket or chart may occur more than once. */
export interface BoardChange {
  readonly set: readonly BestRow[]
  readonly remove: readonly BestRow[]
  readonly buckets: readonly BucketRow[]
  readonly players: readonly { readonly chart: string; readonly players: number }[]
}

/**
 * Writes a change of boards in one statement, increments the versions of `charts` and deletes empty buckets.
 */
export async function writeBoards(
  into: Pick<TablesTx, 'tx' | 'schema'>,
  charts: readonly string[],
  change: BoardChange,
): Promise<void> {
  const { tx, schema } = into
  const { set, remove, buckets, players } = change
  await tx.query({
    name: `${schema}_write_boards_v1`,
    text: `
      with
        gone as (
          delete from ${schema}.best b using unnest($1::text[], $2::uuid[], $3::smallint[]) as x(chart, player, system)
          where b.chart = x.chart and b.player = x.player and b.system = x.system
        ),
        counted as (
          insert into ${schema}.buckets as b (chart, system, bucket, players)
          select chart, system, bucket, sum(players)
          from unnest($4::text[], $5::smallint[], $6::smallint[], $7::integer[]) as x(chart, system, bucket, players)
          group by chart, system, bucket having sum(players) <> 0
          on conflict (chart, system, bucket) do update set players = b.players + excluded.players
        ),
        versioned as (
          insert into ${schema}.boards as b (chart, version, players)
          select chart, 1, coalesce(n, 0) from unnest($8::text[]) as t(chart)
          left join (select chart, sum(players) as n from unnest($9::text[], $10::integer[]) as x(chart, players) group by chart) d
            using (chart)
          on conflict (chart) do update set version = b.version + 1, players = b.players + excluded.players
        )
      insert into ${schema}.best (chart, system, player, key, play_id, played_at, grade)
      select * from unnest($11::text[], $12::smallint[], $13::uuid[], $14::bigint[], $15::bigint[], $16::bigint[], $17::text[])
      on conflict (chart, player, system)
        do update set key = excluded.key, play_id = excluded.play_id, played_at = excluded.played_at,
          grade = excluded.grade`,
    values: [
      remove.map((row) => row.chart),
      remove.map((row) => row.player),
      remove.map((row) => row.system),
      buckets.map((row) => row.chart),
      buckets.map((row) => row.system),
      buckets.map((row) => row.bucket),
      buckets.map((row) => row.players),
      charts,
      players.map((row) => row.chart),
      players.map((row) => row.players),
      set.map((row) => row.chart),
      set.map((row) => row.system),
      set.map((row) => row.player),
      set.map((row) => row.key),
      set.map((row) => row.play_id),
      set.map((row) => row.played_at),
      set.map((row) => row.grade),
    ],
  })
  const left = buckets.filter((row) => row.players < 0)
  if (left.length > 0) await dropEmptyBuckets(into, left)
}

async function dropEmptyBuckets(
  { tx, schema }: Pick<TablesTx, 'tx' | 'schema'>,
  left: readonly BucketRow[],
): Promise<void> {
  await tx.query({
    name: `${schema}_drop_empty_buckets_v1`,
    text: `
      delete from ${schema}.buckets b using unnest($1::text[], $2::smallint[], $3::smallint[]) as x(chart, system, bucket)
      where b.chart = x.chart and b.system = x.system and b.bucket = x.bucket and b.players = 0`,
    values: [left.map((row) => row.chart), left.map((row) => row.system), left.map((row) => row.bucket)],
  })
}
