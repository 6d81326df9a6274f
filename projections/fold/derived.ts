import { groupBy } from '@stepledger/contracts/group-by.ts'
import { columnsOf, replaceRows, replaceScope } from '../computed.ts'
import { addToCount, countRows, deleteEmpty, type EmptyKeys, emptyKeys } from '../counts.ts'
import type { Tables, TablesTx } from '../generation.ts'
import { secondsPlayed } from '../plays/play-columns.ts'
import { timeOfPlay } from '../plays/time-of-play.ts'
import type { Changes, CountSources, DerivedTable } from '../read-model.ts'
import { systemIds } from '../scoring/systems-sql.ts'
import { arrayOfColumn, namesOf, parameterOf, type WrittenColumn } from '../written-column.ts'
import { readModels } from './read-models.ts'

// Makes the SQL of folds from what the read models declare: two statements for what a batch changed. The first brings derived
// tables and counts up to date, the second what follows from the rows of several players. bulk-tables.ts makes that of builds.

const derivedTables = readModels.flatMap(({ derived = [] }) => derived)
const counts = readModels.flatMap((model) => model.counts ?? [])
const following = readModels.flatMap(({ follow = [] }) => follow)

/** A play that a batch added, changed or removed. */
interface ChangedRow {
  readonly chart: string
  readonly player: string
  /** Ms since 1970. */
  readonly playedAt: number
  readonly rows: number
  readonly seconds: number
  /** By how much it changes the number of plays: 1, -1, or 0. */
  readonly n: number
  /** It counts or counted, so that the chart has a board. */
  readonly seen: boolean
  /** Attempts of the player on the chart that were received before are as they were; 0 if one may have changed or gone. */
  readonly since: number
}

const columns: readonly WrittenColumn<ChangedRow>[] = [
  { name: 'chart', type: 'text', value: (row) => row.chart },
  { name: 'player', type: 'uuid', value: (row) => row.player },
  { name: 'played_at', type: 'bigint', value: (row) => row.playedAt },
  { name: 'rows', type: 'integer', value: (row) => row.rows },
  { name: 'seconds', type: 'integer', value: (row) => row.seconds },
  { name: 'n', type: 'integer', value: (row) => row.n },
  { name: 'seen', type: 'boolean', value: (row) => row.seen },
  { name: 'since', type: 'bigint', value: (row) => row.since },
]

function changedRows({ accepted, judged, withdrawn, reinstated, erased }: Changes): ChangedRow[] {
  const again = { seen: true, since: 0 }
  return [
    ...accepted.map((play) => ({
      chart: play.event.data.chart,
      player: play.event.key,
      playedAt: timeOfPlay(play.event),
      rows: play.event.data.rows.count,
      seconds: secondsPlayed(play),
      n: 1,
      seen: play.scored.eligible,
      since: play.event.at,
    })),
    ...judged.map((play) => ({ ...play, rows: 0, seconds: 0, n: 0, seen: play.ranked, since: 0 })),
    ...reinstated.map((play) => ({ ...play, ...again, n: 1 })),
    ...withdrawn.map((play) => ({ ...play, ...again, n: -1 })),
    ...erased.map((play) => ({ ...play, ...again, n: play.withdrawn ? 0 : -1 })),
  ]
}

/**
 * Brings every table that follows from plays up to date, after the attempts were written. The caller holds the locks of the
 * charts, so rows that are read here do not change before the batch is committed.
 */
export async function derive(into: TablesTx, changes: Changes): Promise<Pick<Changes, 'privately'>> {
  const { tx } = into
  const { deriving, followingUp } = statementsOf(into)
  const privately = new Set(changes.privately)
  for (const rows of setsOfCharts(changedRows(changes))) {
    const values = columns.map((column) => arrayOfColumn(column, rows))
    const { rows: empty } = await tx.query<EmptyKeys>({ text: deriving, values })
    await deleteEmpty(into, counts, empty[0])
    const { rows: told } = await tx.query<{ player: string }>({ text: followingUp, values })
    for (const { player } of told) privately.add(player)
  }
  return { privately: [...privately] }
}

/** Plays of a set are at least this many, unless there are no more. */
const leastOfSet = 10_000

/**
 * Groups plays into sets, those of a chart in one of them. A statement for a set sorts in memory, and touches few pages
 * of the indexes that begin with the chart.
 */
function setsOfCharts<Play extends { readonly chart: string }>(plays: readonly Play[]): Play[][] {
  const sets: Play[][] = []
  let set: Play[] = []
  for (const ofChart of groupBy(plays, ({ chart }) => chart).values()) {
    if (set.length === 0) sets.push(set)
    for (const play of ofChart) set.push(play)
    if (set.length >= leastOfSet) set = []
  }
  return sets
}

interface Statements {
  readonly deriving: string
  readonly followingUp: string
}

const statements = new WeakMap<Tables['rules'], Map<string, Statements>>()

/** Cached per generation. */
function statementsOf(tables: Tables): Statements {
  const cached = statements.get(tables.rules) ?? new Map<string, Statements>()
  statements.set(tables.rules, cached)
  const made = cached.get(tables.schema) ?? {
    deriving: derivingSql(tables),
    followingUp: followingUpSql(tables),
  }
  cached.set(tables.schema, made)
  return made
}

const touched = `
    changed as materialized (
      select ${columns.map(({ name }) => (name === 'chart' ? 'chart collate "C" as chart' : name)).join(', ')}
      from unnest(${columns.map((column, i) => parameterOf(column, i + 1)).join(', ')}) as x(${namesOf(columns)})
    ),
    touched as materialized (
      select chart, player, min(played_at) as played_at, bool_or(seen) as seen, min(since) as since
      from changed group by 1, 2
    )`

function derivingSql(tables: Tables): string {
  const parts = [
    touched,
    ownAttempts(tables),
    ...derivedTables.map((table) => deriveTable(tables, table)),
    ...counts.map((count) => addToCount(tables, count, countRows(tables, count, changed))),
  ]
  return `with ${parts.join(', ')} select ${counts.flatMap(emptyKeys).join(', ')}`
}

/**
 * `own_attempts`: those of the touched players on their charts since the time of each, and the `earlier` ones that hold the
 * last rows before it of tables to which rows are appended.
 */
function ownAttempts({ schema, rules }: Tables): string {
  const last = derivedTables.flatMap(({ table, merge }) =>
    merge === 'append'
      ? `select last.play_id from touched t cross join unnest(${systemIds(rules)}) as s(system) cross join lateral (
          select r.play_id from ${schema}.${table} r
          where r.chart = t.chart and r.player = t.player and r.system = s.system and r.at < t.since
          order by r.at desc, r.play_id desc limit 1
        ) last`
      : [],
  )
  return `
    earlier as materialized (select distinct play_id from (${last.join(' union all ')}) last),
    own_attempts as materialized (
      select a.* from touched t cross join lateral (
        select * from ${schema}.attempts a where a.chart = t.chart and a.player = t.player and a.at >= t.since offset 0
      ) a
      union all
      select a.* from earlier e cross join lateral (
        select * from ${schema}.attempts a where a.play_id = e.play_id offset 0
      ) a
    )`
}

/**
 * `not in` is always hashed: the size of a common table expression is unknown, so a join of two could become a nested loop.
 */
function deriveTable(tables: Tables, derived: DerivedTable): string {
  const { table, key, merge } = derived
  const all = columnsOf(derived)
  const appends = merge === 'append'
  const query = derived.query('own_attempts', tables)
  return replaceRows(tables, derived, {
    stored: `
      select o.*, t.since from touched t cross join lateral (
        select o.ctid as place, ${all} from ${tables.schema}.${table} o
        where o.chart = t.chart and o.player = t.player ${appends ? 'and o.at >= t.since' : ''} offset 0
      ) o`,
    computed: appends
      ? `select * from (${query}) q where play_id not in (select play_id from earlier)`
      : `select distinct on (${key.join(', ')}) ${all}
         from (select ${all} from (${query}) q union all select ${all} from stored_${table} where since > 0) merged
         order by ${key.join(', ')}, ${merge.order}`,
  })
}

/** What a batch changed. */
const changed: CountSources = {
  plays: '(select * from changed where n <> 0) changed',
  rowsOf(name) {
    const { table, key, values } = derivedTable(name)
    const [first] = values
    return `(
      select ${key.join(', ')}, ${first}, 1 as n from changed_${table} where ${first} is not null
      union all
      select ${key.join(', ')}, stored_${first}, -1 from changed_${table} where place is not null
    ) changed`
  },
  seenCharts: '(select distinct chart from touched where seen) seen',
}

function derivedTable(name: string): DerivedTable {
  const found = derivedTables.find(({ table }) => table === name)
  if (!found) throw new Error(`no read model derives ${name}`)
  return found
}

/** Returns the players for whom something changed that only they may know. */
function followingUpSql(tables: Tables): string {
  const parts = following.map((follow, nth) =>
    'write' in follow
      ? `written_${nth} as (${follow.write(tables, 'touched')})`
      : replaceScope(tables, follow, follow.scope(tables, 'touched')),
  )
  const told = following.flatMap((follow) =>
    'write' in follow || !follow.tells
      ? []
      : `select ${follow.tells} as player from changed_${follow.table} where ${follow.values[0]} is not null`,
  )
  return `with ${[touched, ...parts].join(', ')} ${told.join(' union ')}`
}
