import type { Batch } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import type { ChangedPlay, Changes } from '../read-model.ts'

/** Withdraws and erases plays, after the new plays of the batch were added. */
export async function removePlays(
  into: TablesTx,
  { withdrawals, erasures }: Batch,
): Promise<Pick<Changes, 'withdrawn' | 'erased'>> {
  const withdrawn = withdrawals.length > 0 ? await withdrawPlays(into, withdrawals) : []
  const erased = erasures.length > 0 ? await erasePlays(into, erasures) : []
  return { withdrawn, erased }
}

/** Marks plays as withdrawn whose players submitted them earlier. Returns those that were not withdrawn before. */
async function withdrawPlays(
  { tx, schema }: TablesTx,
  withdrawals: Batch['withdrawals'],
): Promise<ChangedPlay[]> {
  const { rows } = await tx.query<ChangedPlay>({
    name: `${schema}_withdraw_plays_v3`,
    text: `
      update ${schema}.plays p set withdrawn_at = w.at
      from (select distinct on (sent.id) sent.id, w.at
            from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[]) as w(play_id, player, "offset", at),
              lateral (select id, player, "offset" from ${schema}.plays where id = w.play_id limit 1) sent
            where sent.player = w.player and sent."offset" < w."offset"
            order by sent.id, w."offset") w
      where p.id = w.id and p.withdrawn_at is null
      returning p.id as "playId", p.player, p.chart, p.played_at as "playedAt"`,
    values: [
      withdrawals.map((w) => w.playId),
      withdrawals.map((w) => w.player),
      withdrawals.map((w) => w.offset),
      withdrawals.map((w) => w.at),
    ],
  })
  return rows
}

/** Deletes all plays of the erased players. */
async function erasePlays({ tx, schema }: TablesTx, erasures: Batch['erasures']): Promise<Changes['erased']> {
  const { rows } = await tx.query<Changes['erased'][number]>({
    name: `${schema}_erase_plays_v2`,
    text: `
      delete from ${schema}.plays where player = any($1::uuid[])
      returning id as "playId", player, chart, played_at as "playedAt", withdrawn_at is not null as withdrawn`,
    values: [erasures.map((e) => e.player)],
  })
  return rows
}
