import { replaceScope } from '../computed.ts'
import type { Tables, TablesTx } from '../generation.ts'
import type { FollowingTable, ReadModel } from '../read-model.ts'
import { bigint, key, type RowsOf, smallint, uuid } from '../table.ts'
import { valuesOf } from '../values-of.ts'

const notificationsTables = {
  /**
   * A play by which a rival got ahead of a player on a board: received since the player follows the rival, an improvement
   * of the rival, above the best of the player's counting plays received before it, where the rival was behind that best
   * or had no score. `key`: of the play; `own_key`: of that best (rank-key.ts). `at`: when the play was received,
   * ms since 1970.
   */
  passings: {
    columns: {
      player: uuid,
      play_id: bigint,
      system: smallint,
      at: bigint,
      rival: uuid,
      chart: key,
      key: bigint,
      own_key: bigint,
    },
    key: ['player', 'play_id', 'system'],
  },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof notificationsTables> {}
}

/** SQL condition: an improvement `i` of `rival` passed the best `own` of `player`. Ties as on boards. */
function passes(rival: string, player: string): string {
  return `(own.key, ${player}) < (i.key, ${rival}) and (i.old_key is null or (own.key, ${player}) > (i.old_key, ${rival}))`
}

/** SQL: the contests of pairs of player and rival: each once for each chart, with the earliest time. */
const contests = (found: string) =>
  `select player, rival, chart, min(since) as since from (${found}) found group by player, rival, chart`

/**
 * The scope is contests: player, rival, chart, and the time since which their passings are computed again. Each player
 * whose improvements may have changed is compared with the players they follow and with their followers: a new play that
 * improved nothing changes no passing. Each lateral is an index range of one player on one chart.
 */
const passings: FollowingTable = {
  table: 'passings',
  key: ['player', 'play_id', 'system'],
  values: ['at', 'rival', 'chart', 'key', 'own_key'],
  scope({ schema }, touched) {
    const related = (column: 'player' | 'rival') => `
      select f.player, f.rival, t.chart, greatest(t.since, f.since) as since
      from ${touched} t
      cross join lateral (select player, rival, since from ${schema}.rivals where ${column} = t.player offset 0) f
      where t.seen and (t.since = 0 or exists (
        select from ${schema}.improvements i where i.chart = t.chart and i.player = t.player and i.at >= t.since
      ))`
    return contests(`${related('player')} union all ${related('rival')}`)
  },
  stored: 'o.rival = s.rival and o.player = s.player and o.chart = s.chart and o.at >= s.since',
  query: (scope, { schema }) => `
    select r.player, i.play_id, i.system, i.at, r.rival, r.chart, i.key, own.key as own_key
    from ${scope} r
    cross join lateral (
      select i.player, i.play_id, i.system, i.at, i.key, i.old_key from ${schema}.improvements i
      where i.chart = r.chart and i.player = r.rival and i.at >= r.since offset 0
    ) i
    cross join lateral (
      select o.key from ${schema}.improvements o
      where o.chart = r.chart and o.player = r.player and o.system = i.system and (o.at, o.play_id) < (i.at, i.play_id)
      order by o.at desc, o.play_id desc limit 1
    ) own
    where ${passes('i.player', 'r.player')}`,
  fill: fillPassings,
  tells: 'player',
}

/**
 * SQL: the statement for pairs of player and rival that were followed or unfollowed. Plays of the rival that were
 * received later than the player followed may have been folded before; reads one index range for each chart of the
 * player. Returns the players with new or changed passings.
 */
function recomputeOfRivals(tables: Tables): string {
  const { schema } = tables
  const found = `
    select f.player, f.rival, c.chart, f.since
    from pairs x join ${schema}.rivals f on f.player = x.player and f.rival = x.rival
    cross join lateral (select chart from ${schema}.player_charts where player = x.player offset 0) c`
  return `
    with pairs as materialized (select distinct player, rival from unnest($1::uuid[], $2::uuid[]) as x(player, rival)),
    unfollowed as (
      delete from ${schema}.passings p using pairs x
      where p.rival = x.rival and p.player = x.player and not exists (
        select from ${schema}.rivals f where f.player = p.player and f.rival = p.rival and f.since <= p.at
      )
    ),
    ${replaceScope(tables, passings, contests(found))}
    select distinct player from changed_passings where at is not null`
}

/**
 * SQL: the statement that fills the table. It begins with the improvements of rivals, materialized, so that no plan pairs
 * the players of a chart before it asks who are rivals. A best is the player's best from its own time to the next one's, so
 * each improvement of a rival is compared with the best that includes its time.
 */
export function fillPassings({ schema }: Tables): string {
  return `
    insert into ${schema}.passings (player, play_id, system, at, rival, chart, key, own_key)
    with of_rivals as materialized (
      select r.player, i.play_id, i.system, i.at, i.player as rival, i.chart, i.key, i.old_key
      from ${schema}.rivals r join ${schema}.improvements i on i.player = r.rival and i.at >= r.since
    ),
    bests as materialized (
      select chart, player, system, at, play_id, key,
        lead(at) over later as next_at, lead(play_id) over later as next_play_id
      from ${schema}.improvements where player in (select player from ${schema}.rivals)
      window later as (partition by chart, player, system order by at, play_id)
    )
    select i.player, i.play_id, i.system, i.at, i.rival, i.chart, i.key, own.key
    from of_rivals i
    join bests own on own.player = i.player and own.chart = i.chart and own.system = i.system
      and (own.at, own.play_id) < (i.at, i.play_id)
      and (own.next_at is null or (own.next_at, own.next_play_id) > (i.at, i.play_id))
    where ${passes('i.rival', 'i.player')}`
}

/** Locked by batches that change rivals, or plays of players whom they do not name. */
const relations = 'rivals'

/**
 * What happened to players without them: by which plays rivals passed them. Other notifications are read from the models
 * that have them (reads.ts).
 */
export const notifications: ReadModel = {
  tables: notificationsTables,
  /** `passings_of_player` gives a player's list, latest first; `passings_by_rival` what a fold computes again. */
  index: (schema) => `
    alter table ${schema}.passings add primary key (player, play_id, system);
    create index passings_of_player on ${schema}.passings (player, system, at desc);
    create index passings_by_rival on ${schema}.passings (rival, player, chart)`,
  // Passings follow plays and rivals, which are in different partitions. The model of players locks followed players.
  shared: (_into, { plays, withdrawals, rivals, packs }) => [
    ...plays.map(({ event }) => event.key),
    ...withdrawals.map(({ player }) => player),
    ...(rivals.length > 0 || packs.length > 0 ? [relations] : []),
  ],
  follow: [passings],
  async fold(into, { rivals, erasures }, { privately }) {
    const passed = rivals.length > 0 ? await followRivals(into, rivals) : []
    if (erasures.length > 0) await deleteOfErased(into, erasures)
    const followed = rivals.filter(({ follows }) => follows).map(({ rival }) => rival)
    return { privately: [...new Set([...privately, ...passed, ...followed])] }
  },
}

type Pair = Record<'player' | 'rival', string>

/** Returns the players with new or changed passings. */
async function followRivals(into: TablesTx, rivals: readonly Pair[]): Promise<string[]> {
  const { rows } = await into.tx.query<{ player: string }>({
    text: recomputeOfRivals(into),
    values: valuesOf(rivals, 'player', 'rival'),
  })
  return rows.map(({ player }) => player)
}

async function deleteOfErased(
  { tx, schema }: TablesTx,
  erasures: readonly Pick<Pair, 'player'>[],
): Promise<void> {
  await tx.query({
    text: `delete from ${schema}.passings where player = any($1::uuid[]) or rival = any($1::uuid[])`,
    values: [erasures.map(({ player }) => player)],
  })
}
