import type { WipeExtent } from '@stepledger/contracts/http/operated-plays.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { hundredthsOf } from '../rank-key.ts'
import type { GenerationDb, ReadModelTables } from '../read-database.ts'
import { percentText } from '../scoring/percent-text.ts'
import { systemIds } from '../scoring/systems-sql.ts'

/** Which plays a wipe withdraws: those that match every given criterion. Times are ms since 1970, of receipt. */
export interface WipeCriteria {
  readonly player?: string
  readonly plays?: readonly number[]
  /** Version of the body that the client sent, such as 1.4. */
  readonly clientVersion?: string
  readonly chart?: string
  readonly since?: number
  /** Exclusive. */
  readonly until: number
  /** Also plays that another wipe has withdrawn; never those withdrawn permanently. */
  readonly withWiped?: boolean
}

/** A play that a wipe withdraws or a reinstatement brings back. */
export interface PlayOfPlayer {
  readonly playId: number
  readonly player: string
}

/** A board whose first place is held by a wiped play. */
export interface LostFirst {
  readonly chart: string
  readonly title: string
  readonly board: string
  readonly player: string
  readonly playId: number
  readonly score: string
}

/** Columns of an extent, over rows of `plays`. */
const extentColumns = [
  sql<number>`count(*)::integer`.as('plays'),
  sql<number>`count(distinct player)::integer`.as('players'),
  sql<number>`count(distinct chart)::integer`.as('charts'),
] as const

type OnPlays = ExpressionBuilder<Pick<ReadModelTables, 'plays'>, 'plays'>

const matches =
  ({ player, plays, clientVersion, chart, since, until, withWiped }: WipeCriteria) =>
  (where: OnPlays) =>
    where.and([
      withWiped
        ? where.or([where('plays.withdrawn_at', 'is', null), where('plays.wipe', 'is not', null)])
        : where('plays.withdrawn_at', 'is', null),
      where('plays.at', '<', until),
      ...(player === undefined ? [] : [where('plays.player', '=', player)]),
      ...(plays === undefined ? [] : [where('plays.id', '=', where.fn.any(where.val([...plays])))]),
      ...(clientVersion === undefined ? [] : [where('plays.body_version', '=', clientVersion)]),
      ...(chart === undefined ? [] : [where('plays.chart', '=', chart)]),
      ...(since === undefined ? [] : [where('plays.at', '>=', since)]),
    ])

/** Counts the matching plays, which are not withdrawn yet. */
export async function extentOf({ db }: GenerationDb, criteria: WipeCriteria): Promise<WipeExtent> {
  return db.selectFrom('plays').where(matches(criteria)).select(extentColumns).executeTakeFirstOrThrow()
}

/**
 * Returns up to `limit` matching plays with smaller ids than `before`, latest first: so the earliest play of a chart,
 * which describes it, is withdrawn last, and is not replaced by the next one with every batch.
 */
export async function matchingPlays(
  { db }: GenerationDb,
  criteria: WipeCriteria,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<PlayOfPlayer[]> {
  return db
    .selectFrom('plays')
    .where(matches(criteria))
    .$if(before !== null, (query) => query.where('plays.id', '<', before))
    .select(['plays.id as playId', 'plays.player'])
    .orderBy('plays.id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns up to `limit` boards whose first place is held by a matching play, by title, in the order of the rules. */
export async function lostFirsts(
  { db, rules }: GenerationDb,
  criteria: WipeCriteria,
  limit: number,
): Promise<LostFirst[]> {
  const rows = await firstsOf(db)
    .innerJoin('charts', 'charts.hash', 'firsts.chart')
    .where((where) => matches(criteria)(where))
    .select([
      'firsts.chart',
      'charts.title',
      'firsts.system',
      'firsts.player',
      'plays.id as playId',
      'best.key',
    ])
    .orderBy('charts.title_key')
    .orderBy('firsts.chart')
    .orderBy(sql`array_position(${sql.raw(systemIds(rules))}, firsts.system)`)
    .limit(limit)
    .execute()
  return rows.map(({ system, key, ...first }) => ({
    ...first,
    board: rules.systems.find(({ id }) => id === system)?.name ?? String(system),
    score: percentText(hundredthsOf(key)),
  }))
}

/** Counts the boards of `lostFirsts`. */
export async function countLostFirsts({ db }: GenerationDb, criteria: WipeCriteria): Promise<number> {
  const { boards } = await firstsOf(db)
    .where((where) => matches(criteria)(where))
    .select(sql<number>`count(*)::integer`.as('boards'))
    .executeTakeFirstOrThrow()
  return boards
}

/** The plays at the first places of all boards. */
function firstsOf(db: GenerationDb['db']) {
  return db
    .selectFrom('firsts')
    .innerJoin('best', (join) =>
      join
        .onRef('best.chart', '=', 'firsts.chart')
        .onRef('best.system', '=', 'firsts.system')
        .onRef('best.player', '=', 'firsts.player'),
    )
    .innerJoin('plays', 'plays.id', 'best.play_id')
}

/** Counts the plays that a wipe withdrew and that are not reinstated. */
export async function extentOfWipe({ db }: GenerationDb, wipe: string): Promise<WipeExtent> {
  return db.selectFrom('plays').where('wipe', '=', wipe).select(extentColumns).executeTakeFirstOrThrow()
}

/** Returns up to `limit` plays of `extentOfWipe` with larger ids than `after`, ascending. */
export async function playsOfWipe(
  { db }: GenerationDb,
  wipe: string,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<PlayOfPlayer[]> {
  return db
    .selectFrom('plays')
    .where('wipe', '=', wipe)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .select(['id as playId', 'player'])
    .orderBy('id')
    .limit(limit)
    .execute()
}
