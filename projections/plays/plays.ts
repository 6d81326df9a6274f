import type { PlayFact } from '../batch.ts'
import { copiedTable } from '../copied-table.ts'
import { isErased } from '../erased-players.ts'
import type { Tables, TablesTx } from '../generation.ts'
import type { Changes, ReadModel } from '../read-model.ts'
import { arrayOfColumn, castOf, namesOf, parameterOf } from '../written-column.ts'
import { addAttempts } from './attempts.ts'
import { buildPlays, stagedErasures, stagedWithdrawals } from './build-plays.ts'
import { playColumns } from './play-columns.ts'
import { mayChange } from './rejudge-plays.ts'
import { chartsOfChangedPlays, removePlays } from './remove-plays.ts'
import { indexPlaysTables, playsTables } from './tables.ts'

/**
 * Every stored play with its score. This model decides which plays are stored; the others follow: what is derived from
 * attempts, such as the boards (boards/bests-and-boards.ts), by the statements of fold/derived.ts.
 */
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

/**
 * Stores each new PlaySubmitted with its score, and as an attempt. Plays are deduplicated by content: the first in partition
 * order is stored. Plays of a player who was erased before are dropped.
 */
async function acceptPlays(
  into: TablesTx,
  sent: readonly PlayFact[],
): Promise<Pick<Changes, 'accepted' | 'unverified'>> {
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
      returning id, chart, player, at, played_at, rows, radar, passed, hundredths, grades, eligible, reasons, cmod
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
