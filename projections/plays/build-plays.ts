import { groupBy } from '@stepledger/contracts/group-by.ts'
import type { Batch } from '../batch.ts'
import { positionColumns } from '../copied-table.ts'
import type { BuildTx } from '../read-model.ts'
import { valuesOf } from '../values-of.ts'
import type { WrittenColumn } from '../written-column.ts'
import { firstPlays, seenCharts } from './attempts.ts'
import { changeWithdrawal, notWithdrawn } from './withdrawal.ts'

interface Staged<Row> {
  readonly name: string
  readonly columns: readonly WrittenColumn<Row>[]
}

export const stagedWithdrawals: Staged<Batch['withdrawals'][number]> = {
  name: 'staged_withdrawals',
  columns: [
    ...positionColumns,
    { name: 'play_id', type: 'bigint', value: (w) => w.playId },
    { name: 'player', type: 'uuid', value: (w) => w.player },
    { name: 'at', type: 'bigint', value: (w) => w.at },
    { name: 'wipe', type: 'text', value: (w) => w.wipe },
    { name: 'by', type: 'text', value: (w) => w.by },
    { name: 'reason', type: 'text', value: (w) => w.reason },
    { name: 'reinstates', type: 'boolean', value: (w) => w.reinstates },
  ],
}

export const stagedErasures: Staged<Batch['erasures'][number]> = {
  name: 'staged_erasures',
  columns: [
    ...positionColumns,
    { name: 'player', type: 'uuid', value: (e) => e.player },
    { name: 'at', type: 'bigint', value: (e) => e.at },
  ],
}

/**
 * Deletes the copied plays that the live fold would have rejected or removed, and records for the other models which
 * charts are affected.
 */
export async function buildPlays({ tx, schema, run }: BuildTx): Promise<void> {
  await run([`analyze ${schema}.plays`])
  await keepFirstPlays({ tx, schema })
  await run([
    `create temp table ${firstPlays} on commit drop as
     select distinct on (chart) chart, at, id, partition, "offset" from ${schema}.plays order by chart, at, id`,
    `create temp table ${seenCharts} on commit drop as
     select distinct chart from ${schema}.plays p
     where eligible or exists (select from ${schema}.staged_erasures e where e.player = p.player)`,
    `analyze ${firstPlays}, ${seenCharts}`,
  ])
  await buildWithdrawals({ tx, schema, run })
  await run([`delete from ${schema}.plays p using ${schema}.staged_erasures e where p.player = e.player`])
}

/** Events fetched at a time. */
const fetchSize = 10_000

interface StagedChange {
  readonly playId: number
  readonly chart: string
  readonly offset: number
  readonly at: number
  readonly wipe: string | null
  readonly by: 'player' | 'operator' | null
  readonly reason: string | null
  readonly reinstates: boolean
}

/** Withdraws the copied plays as the live fold would have done, and adds their charts to `seenCharts`. */
async function buildWithdrawals({ tx, schema, run }: Pick<BuildTx, 'tx' | 'schema' | 'run'>): Promise<void> {
  await run([
    `create temp table built_withdrawals (id bigint, at bigint, wipe text, by text, reason text, "offset" bigint, chart text, flipped boolean) on commit drop`,
  ])
  await tx.query({
    text: `declare withdrawal_changes no scroll cursor for
      select s.play_id as "playId", sent.chart, s."offset", s.at, s.wipe, s.by, s.reason, s.reinstates
      from ${schema}.staged_withdrawals s
      join ${schema}.plays sent on sent.id = s.play_id and sent.player = s.player and s."offset" > sent."offset"
      order by s.play_id, s."offset"`,
  })
  // The events of the last play of a page may continue on the next page.
  let unfinished: StagedChange[] = []
  for (;;) {
    const { rows } = await tx.query<StagedChange>({ text: `fetch ${fetchSize} from withdrawal_changes` })
    const isLast = rows.length < fetchSize
    const known = [...unfinished, ...rows]
    const last = known.at(-1)?.playId
    unfinished = isLast ? [] : known.filter(({ playId }) => playId === last)
    await stage({ tx }, isLast ? known : known.filter(({ playId }) => playId !== last))
    if (isLast) break
  }
  await tx.query({ text: 'close withdrawal_changes' })
  await run([
    `update ${schema}.plays p set withdrawn_at = w.at, wipe = w.wipe, withdrawn_by = w.by, withdrawal_reason = w.reason,
       withdrawal_offset = w."offset"
     from built_withdrawals w where p.id = w.id`,
    `insert into ${seenCharts} select chart from built_withdrawals where flipped`,
  ])
}

async function stage({ tx }: Pick<BuildTx, 'tx'>, changes: readonly StagedChange[]): Promise<void> {
  const plays = [...groupBy(changes, ({ playId }) => playId)].map(([id, events]) => ({
    id,
    chart: events[0]?.chart ?? null,
    ...changeWithdrawal(notWithdrawn, events),
  }))
  await tx.query({
    text: `
      insert into built_withdrawals (id, at, wipe, by, reason, "offset", chart, flipped)
      select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::boolean[])`,
    values: [
      plays.map(({ id }) => id),
      plays.map(({ after }) => after.at),
      plays.map(({ after }) => after.wipe),
      plays.map(({ after }) => after.by),
      plays.map(({ after }) => after.reason),
      plays.map(({ after }) => after.offset),
      ...valuesOf(plays, 'chart', 'flipped'),
    ],
  })
}

interface Duplicate {
  readonly partition: number
  readonly offset: number
  readonly id: number
  readonly player: string
  readonly fingerprint: string
}

/**
 * Deletes the copied plays that the live fold rejects: plays after the erasure of their player, and all but the first
 * of the same content or id. Duplicates are rare, so they are resolved in memory.
 */
async function keepFirstPlays({ tx, schema }: Pick<BuildTx, 'tx' | 'schema'>): Promise<void> {
  await tx.query({
    text: `
      delete from ${schema}.plays p using (
        select player, min("offset") as "offset" from ${schema}.staged_erasures group by player
      ) e
      where p.player = e.player and p."offset" > e."offset"`,
  })
  const { rows } = await tx.query<Duplicate>({
    text: `
      with content as (
        select player, fingerprint from ${schema}.plays group by player, fingerprint having count(*) > 1
      ), ids as (
        select id from ${schema}.plays group by id having count(*) > 1
      ), duplicates as (
        select player, fingerprint, id, partition, "offset" from ${schema}.plays join content using (player, fingerprint)
        union all
        select player, fingerprint, id, partition, "offset" from ${schema}.plays join ids using (id)
      )
      select distinct partition, "offset", id, player, encode(fingerprint, 'hex') as fingerprint
      from duplicates order by partition, "offset"`,
  })
  if (rows.length === 0) return
  const rejected = rejectedOf(rows)
  await tx.query({
    text: `
      delete from ${schema}.plays p using unnest($1::smallint[], $2::bigint[]) as rejected(partition, "offset")
      where p.partition = rejected.partition and p."offset" = rejected."offset"`,
    values: valuesOf(rejected, 'partition', 'offset'),
  })
}

function rejectedOf(duplicates: readonly Duplicate[]): Duplicate[] {
  const ids = new Set<number>()
  const contents = new Set<string>()
  return duplicates.filter(({ id, player, fingerprint }) => {
    const content = `${player} ${fingerprint}`
    if (ids.has(id) || contents.has(content)) return true
    ids.add(id)
    contents.add(content)
    return false
  })
}
