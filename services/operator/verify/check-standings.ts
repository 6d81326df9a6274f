import { isDeepStrictEqual } from 'node:util'
import {
  type CompetitionState,
  competitionChanges,
  competitionState,
  countedCompetition,
  latestStates,
} from '@stepledger/contracts/competition/competition.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { CompetitionScore } from '@stepledger/projections/standings/competition-standings.ts'
import { countingScores, type Statement } from '@stepledger/projections/standings/counting-scores.ts'
import { newlyKnown } from '@stepledger/projections/standings/known-standings.ts'
import { digestOf, scoresOfRecord } from '@stepledger/projections/standings/recorded-scores.ts'
import { scoresAsStatement } from '@stepledger/projections/standings/score-changes.ts'
import type { CompetitionEvents } from '@stepledger/projections/standings/settle-standings.ts'
import type {
  CompetitionBoardRow,
  CompetitionRankingRow,
  CompetitionSumsRow,
} from '@stepledger/projections/standings/tables.ts'
import type pg from 'pg'
import { z } from 'zod'
import { countRows } from './compare-tables.ts'
import {
  type ComparedTable,
  type Difference,
  differenceOf,
  type FinalCompetition,
  type Tally,
} from './report.ts'

interface StandingsToCheck {
  /** In a transaction that can read both schemas. */
  readonly client: pg.Client
  readonly shown: string
  readonly expected: string
  readonly rules: Rules
  /** All competition events of the ledger. */
  readonly events: CompetitionEvents
  readonly differences: Tally<Difference>
  readonly faults: Tally<string>
}

/**
 * Compares the stored standings with those calculated from the documents in the ledger and the fresh fold, or for closed
 * competitions from the recorded scores. Standings lag behind plays, so queued players and charts are skipped.
 */
export async function checkStandings(
  options: StandingsToCheck,
): Promise<{ readonly tables: ComparedTable[]; readonly final: FinalCompetition[] }> {
  const { client, shown, differences } = options
  const states = await checkDocuments(options)
  for (const { document, closed } of states) {
    const records = closed && (options.events.recorded.get(closed.closing) ?? [])
    if (records && closed.digest !== digestOf(records.map(({ data }) => data)))
      options.faults.add(`the scores recorded as ${document.slug} closed are not those that its digest is of`)
  }
  const found = { event_scores: 0, event_boards: 0, event_sums: 0, event_rankings: 0 }
  for (const state of states) {
    const { slug } = state.document
    const scores = await differingScores(options, state)
    for (const { shown, expected, ...key } of scores)
      differences.add(differenceOf('event_scores', { slug, ...key }, { hundredths: [shown, expected] }))
    found.event_scores += scores.length
    const sums = await checkSums(options, state)
    for (const difference of sums) differences.add(difference)
    for (const table of ['event_boards', 'event_sums', 'event_rankings'] as const)
      found[table] += sums.filter((difference) => difference.table === table).length
  }
  const tables: ComparedTable[] = []
  for (const table of ['event_scores', 'event_boards', 'event_sums', 'event_rankings'] as const)
    tables.push({ table, rows: await countRows(client, `${shown}.${table}`), differing: found[table] })
  const final = states.flatMap(({ document: { slug }, closed }) =>
    closed ? [{ slug, offset: closed.offset }] : [],
  )
  return { tables, final }
}

const stored = z.array(z.object({ slug: z.string(), state: competitionState }))
const pastStates = z.array(
  z.object({ slug: z.string(), rules_offset: z.int(), at: z.int(), state: competitionState }),
)
const progress = z.tuple([z.object({ next_offset: z.int() })])

/** As of the position up to which standings were settled. */
async function checkDocuments({
  client,
  shown,
  events,
  differences,
}: StandingsToCheck): Promise<CompetitionState[]> {
  const [{ next_offset }] = progress.parse(
    (await client.query(`select next_offset from ${shown}.standings_progress`)).rows,
  )
  const changes = competitionChanges(
    new Map(),
    events.events.filter(({ offset }) => offset < next_offset),
  )
  const expected = latestStates(changes)
  const there = new Map(
    stored
      .parse((await client.query(`select slug, state from ${shown}.events`)).rows)
      .map(({ slug, state }) => [slug, state]),
  )
  for (const slug of new Set([...expected.keys(), ...there.keys()]))
    if (!isDeepStrictEqual(expected.get(slug), there.get(slug)))
      differences.add(differenceOf('events', { slug }, { state: [there.get(slug), expected.get(slug)] }))
  const shownPast = pastStates.parse(
    (await client.query(`select slug, rules_offset, at, state from ${shown}.event_states`)).rows,
  )
  const past = changes.map(({ offset, ...change }) => ({ ...change, rules_offset: offset }))
  for (const difference of differing('event_states', ['slug', 'rules_offset'], shownPast, past))
    differences.add(difference)
  return [...expected.values()]
}

interface DifferingScore {
  readonly round: number
  readonly chart: string
  readonly player: string
  readonly shown: number[] | null
  readonly expected: number[] | null
}

async function differingScores(
  { client, shown, expected, rules, events }: StandingsToCheck,
  state: CompetitionState,
): Promise<DifferingScore[]> {
  const { document, closed } = state
  const wanted: Statement = closed
    ? scoresAsStatement(document.slug, (events.recorded.get(closed.closing) ?? []).flatMap(scoresOfRecord))
    : countingScores({ schema: expected, rules }, [countedCompetition(state)])
  const slugAt = `$${wanted.values.length + 1}`
  const { rows } = await client.query<DifferingScore>({
    text: `
      select round, chart, player, s.hundredths as shown, w.hundredths as expected
      from (${wanted.text}) w
      full join (select round, chart, player, hundredths from ${shown}.event_scores where slug = ${slugAt}) s using (round, chart, player)
      where w.hundredths is distinct from s.hundredths
        and not exists (select from ${shown}.standings_queue q where q.chart = coalesce(w.chart, s.chart) and q.player = player)
        and not exists (select from ${shown}.participants_queue q where q.slug = ${slugAt} and q.player = player)
        and not exists (select from ${expected}.players p where p.id = player and p.erased_at is not null and s.player is null)
      order by round, chart, player`,
    values: [...wanted.values, document.slug],
  })
  return rows
}

/** Ranks the stored scores again and compares boards, sums and rankings with the stored ones. */
async function checkSums(
  { client, shown }: { readonly client: pg.Client; readonly shown: string },
  state: CompetitionState,
): Promise<Difference[]> {
  const { slug } = state.document
  const { standings } = newlyKnown(state)
  const scores = await client.query<CompetitionScore>({
    text: `select round, chart, player, hundredths from ${shown}.event_scores where slug = $1`,
    values: [slug],
  })
  for (const score of scores.rows) standings.set(score)
  const { boards, totals } = standings.settle()
  const { sums, blocks } = standings.stored(totals)
  const shownBoards = await client.query<CompetitionBoardRow>({
    text: `select slug, round, chart, board, hundredths, players from ${shown}.event_boards where slug = $1 and cardinality(players) > 0`,
    values: [slug],
  })
  const shownSums = await client.query<CompetitionSumsRow>({
    text: `select slug, player, points, charts from ${shown}.event_sums where slug = $1`,
    values: [slug],
  })
  const shownRankings = await client.query<CompetitionRankingRow>({
    text: `select slug, round, board, block, lowest, players, points, charts from ${shown}.event_rankings where slug = $1`,
    values: [slug],
  })
  const rankings = blocks.map((block) => ({ ...block, lowest: block.points.at(-1) }))
  return [
    ...differing(
      'event_boards',
      ['slug', 'round', 'chart', 'board'],
      shownBoards.rows,
      withSlug(slug, boards),
    ),
    ...differing('event_sums', ['slug', 'player'], shownSums.rows, withSlug(slug, sums)),
    ...differing(
      'event_rankings',
      ['slug', 'round', 'board', 'block'],
      shownRankings.rows,
      withSlug(slug, rankings),
    ),
  ]
}

function withSlug<Row extends object>(slug: string, rows: readonly Row[]): (Row & { slug: string })[] {
  return rows.map((row) => ({ slug, ...row }))
}

function differing(
  table: string,
  key: readonly string[],
  shown: readonly object[],
  expected: readonly object[],
): Difference[] {
  const byKey = (rows: readonly object[]) =>
    new Map(
      rows.map((row) => {
        const fields = new Map<string, unknown>(Object.entries(row))
        return [JSON.stringify(key.map((name) => fields.get(name))), fields]
      }),
    )
  const [shownByKey, expectedByKey] = [byKey(shown), byKey(expected)]
  return [...new Set([...shownByKey.keys(), ...expectedByKey.keys()])].flatMap((id) => {
    const [a, b] = [shownByKey.get(id), expectedByKey.get(id)]
    const row = a ?? b ?? new Map<string, unknown>()
    const names = [...row.keys()].filter(
      (name) => !key.includes(name) && !isDeepStrictEqual(a?.get(name), b?.get(name)),
    )
    if (names.length === 0) return []
    const columns = names.map((name) => [name, [a?.get(name), b?.get(name)]] as const)
    return [
      differenceOf(
        table,
        Object.fromEntries(key.map((name) => [name, row.get(name)])),
        Object.fromEntries(columns),
      ),
    ]
  })
}
