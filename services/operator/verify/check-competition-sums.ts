import { isDeepStrictEqual } from 'node:util'
import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionScore } from '@stepledger/projections/standings/competition-standings.ts'
import { newlyKnown } from '@stepledger/projections/standings/known-standings.ts'
import type {
  CompetitionBoardRow,
  CompetitionRankingRow,
  CompetitionSumsRow,
} from '@stepledger/projections/standings/tables.ts'
import type pg from 'pg'
import { type Difference, differenceOf } from './report.ts'

/** Ranks the stored scores again and compares boards, sums and rankings with the stored ones. */
export async function checkSums(
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

/** Returns the rows in which a table differs, by key. */
export function differing(
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
