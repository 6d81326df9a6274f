import { groupBy } from '@stepledger/contracts/group-by.ts'
import type { Batch, PlayFact } from '../batch.ts'
import { copiedTable } from '../copied-table.ts'
import { isErased } from '../erased-players.ts'
import type { Tables, TablesTx } from '../generation.ts'
import type { ChangedPlay, Changes, CountedPlay, ReadModel } from '../read-model.ts'
import { arrayOfColumn, castOf, namesOf, parameterOf } from '../written-column.ts'
import { addAttempts } from './attempts.ts'
import { buildPlays, stagedErasures, stagedWithdrawals } from './build-plays.ts'
import { playColumns } from './play-columns.ts'
import { mayChange } from './rejudge-plays.ts'
import { indexPlaysTables, playsTables } from './tables.ts'
import { type ChangedWithdrawal, changeWithdrawal, type Withdrawal } from './withdrawal.ts'

/** Every stored play with its score. This model decides which plays are stored; the other models follow. */
export const plays: ReadModel = {
  tables: playsTables,
  index: indexPlaysTables,
  async shared(into, batch) {
    return [...batch.plays.map((play) => play.event.data.chart), ...(await chartsOfChangedPlays(into, batch))]
  },
  async fold(into, batch) {
    const added = batch.plays.length > 0 ? await acceptPlays(into, batch.plays) : {}
    return { ...added, ...(await removePlays(into, batch)) }
  },
  build: {
    staging: [stagedWithdrawals, stagedErasures],
    copied: (schema) => [
      copiedTable(schema, { name: 'plays', columns: playColumns }, (batch) => batch.plays),
      copiedTable(schema, stagedWithdrawals, (batch) => batch.withdrawals),
      copiedTable(schema, stagedErasures, (batch) => batch.erasures),
    ],
    finish: buildPlays,
  },
}

/** Returns the charts of the stored plays that the batch withdraws or erases. */
async function chartsOfChangedPlays({ tx, schema }: TablesTx, batch: Batch): Promise<string[]> {
  if (batch.withdrawals.length + batch.erasures.length === 0) return []
  const { rows } = await tx.query<{ chart: string }>({
    text: `
      select chart from ${schema}.plays where id = any($1::bigint[])
      union select chart from ${schema}.plays where player = any($2::uuid[])`,
    values: [batch.withdrawals.map((w) => w.playId), batch.erasures.map((e) => e.player)],
  })
  return rows.map((row) => row.chart)
}

type Accepted = Pick<Changes, 'accepted' | 'unverified'>

/**
 * Stores new plays with their attempts. Plays are deduplicated by content: the first in partition order is stored. Plays
 * of a player who was erased before are dropped.
 */
async function acceptPlays(into: TablesTx, sent: readonly PlayFact[]): Promise<Accepted> {
  const accepted: PlayFact[] = []
  const unverified: number[] = []
  for (const plays of withUniqueIds(sent)) {
    const { rows } = await into.tx.query<{ accepted: number[]; unverified: number[] }>({
      text: statement(into),
      values: playColumns.map((column) => arrayOfColumn(column, plays)),
    })
    const [added] = rows
    if (!added) throw new Error('the statement that adds plays returned no row')
    const ids = new Set(added.accepted)
    accepted.push(...plays.filter((play) => ids.has(play.event.data.playId)))
    unverified.push(...added.unverified)
  }
  return { accepted, unverified }
}

function statement({ schema }: Tables): string {
  const names = namesOf(playColumns)
  const parameters = playColumns.map((column, i) => parameterOf(column, i + 1))
  return `
    with accepted as (
      insert into ${schema}.plays (${names})
      select ${playColumns.map(castOf).join(', ')}
      from unnest(${parameters.join(', ')}) with ordinality as sent(${names}, ordinal)
      where not ${isErased(schema, 'sent.player')}
      order by ordinal
      on conflict do nothing
      returning id, chart, player, at, played_at, rows, radar, passed, hundredths, grades, eligible, reasons
    ),
    attempted as (${addAttempts(schema, 'accepted')})
    select (select coalesce(array_agg(id), '{}') from accepted) as accepted,
      (select coalesce(array_agg(p.id), '{}') from accepted p where ${mayChange(schema, false)}) as unverified`
}

/**
 * Groups plays so that each statement gets unique ids, and drops repeated events. Different content under a known id
 * goes into the next statement: whether it is new depends on the result of the previous one. A consistent ledger needs
 * one statement.
 */
function withUniqueIds(plays: readonly PlayFact[]): PlayFact[][] {
  let byId = new Map<number, PlayFact>()
  const groups = [byId]
  for (const play of plays) {
    const { playId } = play.event.data
    const known = byId.get(playId)
    if (known && isSame(known, play)) continue
    if (known) {
      byId = new Map()
      groups.push(byId)
    }
    byId.set(playId, play)
  }
  return groups.map((group) => [...group.values()])
}

function isSame({ event: a }: PlayFact, { event: b }: PlayFact): boolean {
  return a.key === b.key && Buffer.compare(a.data.fingerprint, b.data.fingerprint) === 0
}

/** Withdraws, reinstates and erases plays, after the new plays of the batch were added. */
async function removePlays(
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

/** Deletes all plays of the erased players. */
async function erasePlays({ tx, schema }: TablesTx, erasures: Batch['erasures']): Promise<Changes['erased']> {
  const { rows } = await tx.query<Changes['erased'][number]>({
    text: `
      delete from ${schema}.plays where player = any($1::uuid[])
      returning id as "playId", player, chart, played_at as "playedAt", rows, seconds, withdrawn_at is not null as withdrawn`,
    values: [erasures.map((e) => e.player)],
  })
  return rows
}
