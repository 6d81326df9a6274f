import { groupBy } from '@stepledger/contracts/group-by.ts'
import type { BuildTx } from '../read-model.ts'
import { valuesOf } from '../values-of.ts'
import { seenCharts } from './relations.ts'
import { changeWithdrawal, notWithdrawn } from './withdrawal.ts'

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
export async function buildWithdrawals({
  tx,
  schema,
  run,
}: Pick<BuildTx, 'tx' | 'schema' | 'run'>): Promise<void> {
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
