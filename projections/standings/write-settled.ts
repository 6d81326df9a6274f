import { arrayText } from '../array-text.ts'
import type { TablesTx } from '../generation.ts'
import type { ChangedBoard, ChangedTotal, SettledStandings } from './event-standings.ts'

/** Rows of one statement. */
const chunk = 20_000

/** Stores the charts and sums of an event that moved. */
export async function writeSettled(
  into: TablesTx,
  slug: string,
  { boards, totals }: SettledStandings,
): Promise<void> {
  if (boards.length > 0) await writeBoards(into, slug, boards)
  for (let from = 0; from < totals.length; from += chunk)
    await writeTotals(into, slug, totals.slice(from, from + chunk))
}

async function writeBoards(
  { tx, schema }: TablesTx,
  slug: string,
  boards: readonly ChangedBoard[],
): Promise<void> {
  await tx.query({
    name: `${schema}_write_event_boards_v1`,
    text: `
      insert into ${schema}.event_boards (slug, round, chart, board, hundredths, players)
      select $1, round, chart, board, hundredths::smallint[], players::integer[]
      from unnest($2::smallint[], $3::text[], $4::smallint[], $5::text[], $6::text[]) as x(round, chart, board, hundredths, players)
      on conflict (slug, round, chart, board) do update set hundredths = excluded.hundredths, players = excluded.players`,
    values: [
      slug,
      boards.map(({ round }) => round),
      boards.map(({ chart }) => chart),
      boards.map(({ board }) => board),
      boards.map(({ hundredths }) => arrayText(hundredths)),
      boards.map(({ players }) => arrayText(players)),
    ],
  })
}

/** Who has no chart left takes no part. */
async function writeTotals(
  { tx, schema }: TablesTx,
  slug: string,
  totals: readonly ChangedTotal[],
): Promise<void> {
  const columns = 'round, board, player, points, charts'
  await tx.query({
    name: `${schema}_write_event_totals_v1`,
    text: `
      with moved as materialized (
        select ${columns} from unnest($2::smallint[], $3::smallint[], $4::uuid[], $5::integer[], $6::smallint[]) as x(${columns})
      ),
      gone as (
        delete from ${schema}.event_totals t using moved m
        where m.charts = 0 and t.slug = $1 and t.round = m.round and t.board = m.board and t.player = m.player
      )
      insert into ${schema}.event_totals as t (slug, ${columns})
      select $1, ${columns} from moved where charts > 0
      on conflict (slug, round, board, player) do update set points = excluded.points, charts = excluded.charts
        where (t.points, t.charts) is distinct from (excluded.points, excluded.charts)`,
    values: [
      slug,
      totals.map(({ round }) => round),
      totals.map(({ board }) => board),
      totals.map(({ player }) => player),
      totals.map(({ points }) => points),
      totals.map(({ charts }) => charts),
    ],
  })
}
