import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { authorsOf, hasLostName, type Keys, withWords } from '@stepledger/contracts/competition/words.ts'
import { sql } from 'kysely'
import type { PlayRow } from '../plays/tables.ts'
import type { GenerationDb } from '../read-database.ts'
import { isAnyEarlier } from './counting-scores.ts'
import type { CompetitionBoardKey } from './ranked-totals.ts'
import type { PlayerOnChart } from './score-changes.ts'
import { type CompetitionRow, type CompetitionScoreRow, chartsOfState } from './tables.ts'
import type { RoundWindow } from './window-and-grace.ts'

/** Returns every announced competition, by slug, with placeholders for the words of players. */
export async function allCompetitions({ db }: GenerationDb): Promise<CompetitionRow[]> {
  const rows = await db.selectFrom('events').selectAll().orderBy('slug').execute()
  return rows.map((row) => ({ ...row, state: completeState(row.state) }))
}

/** Returns the announced competitions with a chart in a round, by slug, with placeholders for the words of players. */
export async function competitionsWithChart(
  { db, table }: GenerationDb,
  chart: string,
): Promise<CompetitionRow[]> {
  const { rows } = await sql<CompetitionRow>`
    select slug, state, generated_at from ${table('events')}
    where ${sql.raw(chartsOfState('state'))} @> ${JSON.stringify([chart])}::jsonb order by slug`.execute(db)
  return rows.map((row) => ({ ...row, state: completeState(row.state) }))
}

/** Decrypts the words of players, for those that are shown: a competition costs 40 µs of CPU. */
export async function withShownWords(
  generation: GenerationDb,
  rows: readonly CompetitionRow[],
): Promise<CompetitionRow[]> {
  const keys = await keysOfAuthors(
    generation,
    rows.map(({ state }) => state),
  )
  const lost = rows.filter(({ state }) => hasLostName(state, keys)).map(({ slug }) => slug)
  const names = await keptNames(generation, lost)
  return rows.map((row) => {
    const state = stateWithWords(row.state, keys)
    const name = names.get(row.slug) ?? state.document.name
    return { ...row, state: { ...state, document: { ...state.document, name } } }
  })
}

/** The names of competitions whose authors were erased (services/accounts/erasure/erase-player.ts). */
async function keptNames({ db }: GenerationDb, slugs: readonly string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from accounts.kept_names where slug = any(${[...slugs]}::text[])`.execute(db)
  return new Map(rows.map(({ slug, name }) => [slug, name]))
}

/** The read models of the release before know no owners, and no rules of rounds. */
export function completeState(state: CompetitionState): CompetitionState {
  const { document } = state
  const rounds = document.rounds.map((round) => ({ ...withoutRules, ...round }))
  return { ...unowned, ...state, document: { ...publicDocument, ...document, rounds } }
}

const unowned = {
  owner: null,
  organisers: [],
  words: null,
  hidden: false,
  pinned: false,
  takenOut: [],
  by: null,
}
const publicDocument = { access: 'everybody' as const, colour: 'blue' as const }
const withoutRules = { attempts: 'best' as const, counted: null, cmod: true }

/** The keys of the players who wrote something in these states, without those who were erased. */
export async function keysOfAuthors(
  { db }: GenerationDb,
  states: readonly CompetitionState[],
): Promise<Keys> {
  const authors = [...new Set(states.flatMap(authorsOf))]
  if (authors.length === 0) return new Map()
  const { rows } = await sql<{ player: string; key: Buffer }>`
    select player_id as player, sealing_key as key from accounts.player_secrets
    where player_id = any(${authors}::uuid[])`.execute(db)
  return new Map(rows.map(({ player, key }) => [player, key]))
}

export function stateWithWords(state: CompetitionState, keys: Keys): CompetitionState {
  return { ...state, document: withWords(state.document, state.words, keys) }
}

/** Returns a competition by its slug, with its words, or null. */
export async function competitionBySlug(
  generation: GenerationDb,
  slug: string,
): Promise<CompetitionRow | null> {
  const rows = await generation.db.selectFrom('events').selectAll().where('slug', '=', slug).execute()
  const known = rows.map((row) => ({ ...row, state: completeState(row.state) }))
  return (await withShownWords(generation, known))[0] ?? null
}

/**
 * Returns the points of these players at the end of each day of a round, or of the whole competition, as of the last
 * computation of daily totals.
 */
export async function dailyPointsOf(
  { db }: GenerationDb,
  { slug, round, board }: CompetitionBoardKey,
  players: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (players.length === 0) return new Map()
  const rows = await db
    .selectFrom('event_days')
    .select(['player', 'points'])
    .where('slug', '=', slug)
    .where('round', '=', round)
    .where('board', '=', board)
    .where('player', 'in', [...players])
    .execute()
  return new Map(rows.map(({ player, points }) => [player, points]))
}

/** Returns the end of the last day with daily totals, ms since 1970; 0 before the first. */
export async function lastDailyTotalsEnd({ db }: GenerationDb, slug: string): Promise<number> {
  const kept = await db
    .selectFrom('event_days_kept')
    .select('until')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return kept?.until ?? 0
}

/** Whether a change of a player on a chart is still in the queue of the standings. */
export async function isQueuedForStandings(
  { db }: GenerationDb,
  { chart, player }: PlayerOnChart,
): Promise<boolean> {
  const waiting = await db
    .selectFrom('standings_queue')
    .select('chart')
    .where('chart', '=', chart)
    .where('player', '=', player)
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Whether no other play of the player on the chart was received earlier in the window, unless an operator withdrew it. */
export async function isFirstAttempt(
  { db, schema }: GenerationDb,
  { id, chart, player, at }: Pick<PlayRow, 'id' | 'chart' | 'player' | 'at'>,
  { start, end, receivedBefore }: RoundWindow,
): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    select not (${sql.raw(isAnyEarlier(schema, 'p', 'c'))}) as first
    from (values (${id}::bigint, ${chart}::text, ${player}::uuid, ${at}::bigint)) as p(play_id, chart, player, at),
      (values (${start}::bigint, ${end}::bigint, ${receivedBefore}::bigint)) as c(starts, ends, received_before)`.execute(
    db,
  )
  return rows[0]?.first ?? false
}

/** Returns the scores of a player on the charts of a competition. */
export async function scoresOf(
  { db }: GenerationDb,
  slug: string,
  player: string,
): Promise<CompetitionScoreRow[]> {
  return db
    .selectFrom('event_scores')
    .selectAll()
    .where('player', '=', player)
    .where('slug', '=', slug)
    .execute()
}
