import { isDeepStrictEqual } from 'node:util'
import {
  type CountedCompetition,
  competitionChanges,
  countedCompetition,
  latestStates,
} from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionEvent, EventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import { erasedAmong } from '../erased-players.ts'
import type { TablesTx } from '../generation.ts'
import { prepared, preparing } from '../prepared.ts'
import { countingScores } from './counting-scores.ts'
import { type KnownCompetition, type KnownStandings, readStandings } from './known-standings.ts'
import { writePastStates } from './past-states.ts'
import { type PlayerOnChart, scoresAsStatement, type TargetScores, writeScores } from './score-changes.ts'
import { maxPairs, updateCompetition } from './update-competition.ts'
import { markDailyTotalsOutdated } from './write-daily-totals.ts'
import { type SettledCompetition, writeSettled } from './write-settled.ts'

/** Events about competitions in the topic `rules` from an offset on. */
export interface CompetitionEvents {
  readonly from: number
  readonly next: number
  readonly events: readonly { readonly offset: number; readonly event: CompetitionEvent }[]
  /** The recorded scores of each closing in `events`. */
  readonly recorded: ReadonlyMap<string, readonly EventScoresRecorded[]>
}

interface SettleResult {
  /** The cache for the next call, unless the transaction is rolled back. */
  readonly known: KnownStandings
  /** Competitions whose standings or documents changed. */
  readonly changed: readonly string[]
}

/**
 * Thrown if the events do not start at the stored offset, for instance because another process has settled them. The
 * caller reads the topic again from there.
 */
export class StaleStandingsError extends Error {
  override readonly name = 'StaleStandingsError'
}

/**
 * Updates the standings of a generation with its plays and the events, in the caller's transaction. The result depends on
 * these alone, not on earlier steps. `known` is the cache from the previous call, valid unless another process has
 * settled since. `now`: ms since 1970, stored as the time of the standings. Throws StaleStandingsError.
 */
export async function settleStandings(
  into: TablesTx,
  {
    events,
    known,
    now,
  }: { readonly events: CompetitionEvents; readonly known: KnownStandings | null; readonly now: number },
): Promise<SettleResult> {
  const stored = await lockProgress(into)
  if (events.from !== stored.nextOffset)
    throw new StaleStandingsError('standings were settled by another process')
  const before = known?.version === stored.version ? known : await readStandings(into, stored)
  const competitions = new Map(before.events)
  const changed = await applyEvents(into, competitions, events)
  await applyPairs(into, competitions, await takeQueue(into))
  await applyParticipants(into, competitions, await takeParticipants(into))
  const states = new Set(changed)
  const settled: SettledCompetition[] = []
  for (const [slug, { standings }] of competitions) {
    const { boards, totals } = standings.settle()
    if (boards.length + totals.length === 0) continue
    settled.push({ slug, boards, ...standings.stored(totals) })
    changed.add(slug)
  }
  await writeSettled({ ...into, tx: preparing(into.tx) }, settled)
  for (const slug of states) await writeCompetition(into, slug, competitions.get(slug), now)
  await writeTimes(into, [...changed], now)
  const version = stored.version + 1
  await into.tx.query({
    text: `update ${into.schema}.standings_progress set next_offset = $1, version = $2`,
    values: [events.next, version],
  })
  return { known: { version, nextOffset: events.next, events: competitions }, changed: [...changed] }
}

/** Locks the progress row until the end of the transaction, so that one process settles at a time. */
async function lockProgress({
  tx,
  schema,
}: TablesTx): Promise<Pick<KnownStandings, 'version' | 'nextOffset'>> {
  const { rows } = await tx.query<{ version: number; nextOffset: number }>({
    text: `select version, next_offset as "nextOffset" from ${schema}.standings_progress for update`,
  })
  const [row] = rows
  if (!row) throw new Error(`${schema} has no row of standings progress`)
  return row
}

/** Applies the events. Returns the competitions whose state changed. */
async function applyEvents(
  into: TablesTx,
  competitions: Map<string, KnownCompetition>,
  { events, recorded }: CompetitionEvents,
): Promise<Set<string>> {
  const before = new Map([...competitions].map(([slug, { state }]) => [slug, state]))
  const changes = competitionChanges(before, events)
  await writePastStates(into, changes)
  const changed = new Set<string>()
  for (const [slug, state] of latestStates(changes)) {
    const known = competitions.get(slug)
    if (known && isDeepStrictEqual(known.state, state)) continue
    competitions.set(slug, await updateCompetition(into, slug, known, state, recorded))
    changed.add(slug)
  }
  return changed
}

/** `playedAt`: of the earliest changed play, ms since 1970. */
interface ChangedPair extends PlayerOnChart {
  readonly playedAt: number
}

async function takeQueue({ tx, schema }: TablesTx): Promise<ChangedPair[]> {
  const { rows } = await tx.query<ChangedPair>(
    prepared({
      text: `
        with taken as (delete from ${schema}.standings_queue returning chart, player, played_at)
        select chart, player, min(played_at) as "playedAt" from taken group by chart, player`,
    }),
  )
  return rows
}

/**
 * Recounts these players on these charts; in closed competitions only erased players. One statement counts for all
 * competitions with the same boards: a chart can be in many.
 */
async function applyPairs(
  into: TablesTx,
  competitions: ReadonlyMap<string, KnownCompetition>,
  pairs: readonly ChangedPair[],
): Promise<void> {
  if (pairs.length === 0 || competitions.size === 0) return
  const erased = await erasedAmong(into, [...new Set(pairs.map(({ player }) => player))])
  const open = new Map<string, CountedCompetition[]>()
  const outdated: { slug: string; playedAt: number }[] = []
  const write = async (target: TargetScores) => {
    for (const { slug, ...change } of await writeScores(into, target))
      competitions.get(slug)?.standings.set(change)
  }
  for (const [slug, { state, charts }] of competitions) {
    const own = pairs.filter(
      ({ chart, player }) => charts.has(chart) && (!state.closed || erased.has(player)),
    )
    if (own.length === 0) continue
    if (state.closed) {
      await write({ slugs: [slug], scores: scoresAsStatement(slug, []), pairs: own })
      continue
    }
    outdated.push({ slug, playedAt: Math.min(...own.map(({ playedAt }) => playedAt)) })
    const key = state.document.boards.join()
    open.set(key, [...(open.get(key) ?? []), withCharts(countedCompetition(state), own)])
  }
  for (const group of open.values())
    await write({
      slugs: group.map(({ slug }) => slug),
      scores: countingScores(into, group, pairs),
      pairs,
    })
  await markDailyTotalsOutdated(into, outdated)
}

/** With these charts alone. */
function withCharts(
  competition: CountedCompetition,
  pairs: readonly Pick<ChangedPair, 'chart'>[],
): CountedCompetition {
  const changed = new Set(pairs.map(({ chart }) => chart))
  return {
    ...competition,
    rounds: competition.rounds.map((round) => ({
      ...round,
      charts: round.charts.filter((chart) => changed.has(chart)),
    })),
  }
}

async function takeParticipants({ tx, schema }: TablesTx): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await tx.query<{ slug: string; players: string[] }>(
    prepared({
      text: `
        with taken as (delete from ${schema}.participants_queue returning slug, player)
        select slug, array_agg(distinct player) as players from taken group by slug`,
    }),
  )
  return new Map(rows.map(({ slug, players }) => [slug, players]))
}

/** Counts the players again who began or ceased to take part, all of them if they are many. */
async function applyParticipants(
  into: TablesTx,
  competitions: ReadonlyMap<string, KnownCompetition>,
  participants: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const [slug, players] of participants) {
    const known = competitions.get(slug)
    if (!known || known.state.closed) continue
    const competition = countedCompetition(known.state)
    const charts = [...new Set(competition.rounds.flatMap((round) => round.charts))]
    const pairs =
      charts.length * players.length > maxPairs
        ? null
        : players.flatMap((player) => charts.map((chart) => ({ chart, player })))
    const target = pairs
      ? { scores: countingScores(into, [competition], pairs), pairs }
      : { scores: countingScores(into, [competition]) }
    for (const change of await writeScores(into, { slugs: [slug], ...target })) known.standings.set(change)
    await markDailyTotalsOutdated(into, [{ slug, playedAt: 0 }])
  }
}

async function writeCompetition(
  { tx, schema }: TablesTx,
  slug: string,
  known: KnownCompetition | undefined,
  now: number,
): Promise<void> {
  if (!known) return
  await tx.query({
    text: `
      insert into ${schema}.events (slug, state, generated_at) values ($1, $2, $3)
      on conflict (slug) do update set state = excluded.state, generated_at = excluded.generated_at`,
    values: [slug, JSON.stringify(known.state), now],
  })
}

/** One statement for all: the states, which are large, stay. */
async function writeTimes({ tx, schema }: TablesTx, slugs: readonly string[], now: number): Promise<void> {
  if (slugs.length === 0) return
  await tx.query({
    text: `update ${schema}.events set generated_at = $2 where slug = any($1::text[])`,
    values: [slugs, now],
  })
}
