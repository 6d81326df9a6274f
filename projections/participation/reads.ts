import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'

/** Since when a player is what in a competition; ms since 1970. */
export interface ParticipationNow {
  readonly slug: string
  readonly status: ParticipationStatus
  readonly since: number
}

/** Returns what a player is in a competition; null without a request. */
export async function participationIn(
  { db }: GenerationDb,
  slug: string,
  player: string,
): Promise<ParticipationStatus | null> {
  const row = await db
    .selectFrom('participants')
    .select('status')
    .where('slug', '=', slug)
    .where('player', '=', player)
    .where('until', 'is', null)
    .executeTakeFirst()
  return row?.status ?? null
}

/** Returns what a player is in each competition. */
export async function participationsOf({ db }: GenerationDb, player: string): Promise<ParticipationNow[]> {
  return db
    .selectFrom('participants')
    .select(['slug', 'status', 'since'])
    .where('player', '=', player)
    .where('until', 'is', null)
    .execute()
}

type Status = Pick<ParticipationNow, 'slug' | 'status'>

/** Returns the number of players with a status in a competition. */
export async function countWithStatus(generation: GenerationDb, of: Status): Promise<number> {
  const { total } = await withStatus(generation, of)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Returns the players with a status in a competition, the earliest first, from `from` + 1 on. */
export async function playersWithStatus(
  generation: GenerationDb,
  of: Status,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ player: string; since: number }[]> {
  return withStatus(generation, of)
    .select(['player', 'since'])
    .orderBy('since')
    .orderBy('player')
    .offset(from)
    .limit(limit)
    .execute()
}

function withStatus({ db }: GenerationDb, { slug, status }: Status) {
  return db
    .selectFrom('participants')
    .where('slug', '=', slug)
    .where('status', '=', status)
    .where('until', 'is', null)
}

/** Returns the competitions in which a player has points. */
export async function competitionsWithPointsOf({ db }: GenerationDb, player: string): Promise<string[]> {
  const rows = await db.selectFrom('event_sums').select('slug').where('player', '=', player).execute()
  return rows.map(({ slug }) => slug)
}

/** When organisers accepted a player in a competition, from `since` to before `before`; ms since 1970. */
export async function acceptancesOf(
  { table, db }: GenerationDb,
  { player, since, before }: { readonly player: string; readonly since: number; readonly before: number },
): Promise<{ slug: string; at: number }[]> {
  const participants = table('participants')
  const { rows } = await sql<{ slug: string; at: number }>`
    select p.slug, p.since as at from ${participants} p join ${participants} asked using (slug, player)
    where p.player = ${player} and p.status = 'in' and p.since >= ${since} and p.since < ${before}
      and asked.until = p.since and asked.status in ('asked', 'refused')`.execute(db)
  return rows
}
