import { groupBy } from '@stepledger/contracts/group-by.ts'
import type { Batch } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import type { ChangedPlay, Changes, CountedPlay } from '../read-model.ts'
import { type ChangedWithdrawal, changeWithdrawal, type Withdrawal } from './withdrawal.ts'

/** Returns the charts of the stored plays that the batch withdraws or erases. */
export async function chartsOfChangedPlays({ tx, schema }: TablesTx, batch: Batch): Promise<string[]> {
  if (batch.withdrawals.length + batch.erasures.length === 0) return []
  const { rows } = await tx.query<{ chart: string }>({
    text: `
      select chart from ${schema}.plays where id = any($1::bigint[])
      union select chart from ${schema}.plays where player = any($2::uuid[])`,
    values: [batch.withdrawals.map((w) => w.playId), batch.erasures.map((e) => e.player)],
  })
  return rows.map((row) => row.chart)
}

/** Withdraws, reinstates and erases plays, after the new plays of the batch were added. */
export async function removePlays(
  into: TablesTx,
  { withdrawals, erasures }: Batch,
): Promise<Pick<Changes, 'withdrawn' | 'reinstated' | 'erased'>> {
  const erasedPlayers = new Set(erasures.map(({ player }) => player))
  const remaining = withdrawals.filter(({ player }) => !erasedPlayers.has(player))
  const changed = remaining.length > 0 ? await withdrawPlays(into, remaining) : noneChanged
  return { ...changed, erased: erasures.length > 0 ? await erasePlays(into, erasures) : [] }
}

const noneChanged = { withdrawn: [], reinstated: [] }

type Stored = CountedPlay & Withdrawal & { readonly sentAt: number }

/** Withdraws and reinstates plays that their players submitted earlier. Returns those that changed. */
async function withdrawPlays(
  into: TablesTx,
  events: Batch['withdrawals'],
): Promise<Pick<Changes, 'withdrawn' | 'reinstated'>> {
  const byPlay = groupBy(events, ({ playId }) => playId)
  const changed = (await storedPlays(into, [...byPlay.keys()])).map(
    ({ sentAt, at, wipe, by, reason, offset, ...play }) => {
      const own = byPlay.get(play.playId)?.filter((e) => e.player === play.player && e.offset > sentAt) ?? []
      return { play, ...changeWithdrawal({ at, wipe, by, reason, offset }, own) }
    },
  )
  await writeWithdrawals(
    into,
    changed.filter(({ before, after }) => after !== before),
  )
  const flipped = changed.filter((each) => each.flipped)
  const isUndone = ({ before, after }: ChangedWithdrawal) => (before.at === null) === (after.at === null)
  return {
    withdrawn: flipped.filter((each) => each.after.at !== null || isUndone(each)).map(({ play }) => play),
    reinstated: flipped.filter((each) => each.after.at === null || isUndone(each)).map(({ play }) => play),
  }
}

async function storedPlays({ tx, schema }: TablesTx, ids: readonly number[]): Promise<Stored[]> {
  const { rows } = await tx.query<Stored>({
    text: `
      select p.id as "playId", p.player, p.chart, p.played_at as "playedAt", p.rows, p.seconds, p."offset" as "sentAt",
        p.withdrawn_at as at, p.wipe, p.withdrawn_by as by, p.withdrawal_reason as reason,
        p.withdrawal_offset as "offset"
      from unnest($1::bigint[]) as x(id), lateral (select * from ${schema}.plays where id = x.id limit 1) p`,
    values: [ids],
  })
  return rows
}

async function writeWithdrawals(
  { tx, schema }: TablesTx,
  changed: readonly { readonly play: ChangedPlay; readonly after: Withdrawal }[],
): Promise<void> {
  if (changed.length === 0) return
  await tx.query({
    text: `
      update ${schema}.plays p set withdrawn_at = x.at, wipe = x.wipe, withdrawn_by = x.by, withdrawal_reason = x.reason,
        withdrawal_offset = x."offset"
      from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[])
        as x(id, at, wipe, by, reason, "offset")
      where p.id = x.id`,
    values: [
      changed.map(({ play }) => play.playId),
      changed.map(({ after }) => after.at),
      changed.map(({ after }) => after.wipe),
      changed.map(({ after }) => after.by),
      changed.map(({ after }) => after.reason),
      changed.map(({ after }) => after.offset),
    ],
  })
}

async function erasePlays({ tx, schema }: TablesTx, erasures: Batch['erasures']): Promise<Changes['erased']> {
  const { rows } = await tx.query<Changes['erased'][number]>({
    text: `
      delete from ${schema}.plays where player = any($1::uuid[])
      returning id as "playId", player, chart, played_at as "playedAt", rows, seconds, withdrawn_at is not null as withdrawn`,
    values: [erasures.map((e) => e.player)],
  })
  return rows
}
