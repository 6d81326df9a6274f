import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { TablesTx } from '../generation.ts'
import { valuesOf } from '../values-of.ts'
import { arrayText } from '../written-column.ts'
import { overall } from './competition-standings.ts'
import type { ChangedBlock, ChangedSums } from './player-sums.ts'
import type { ChangedBoard } from './score-column.ts'

/** Rows per statement. */
const chunkSize = 20_000

/** What changed of a competition. */
export interface SettledCompetition {
  readonly slug: string
  readonly boards: readonly ChangedBoard[]
  readonly sums: readonly ChangedSums[]
  readonly blocks: readonly ChangedBlock[]
}

type Of<Row> = Row & { readonly slug: string }

/** Stores the changed charts, sums and rankings of competitions. */
export async function writeSettled(into: TablesTx, settled: readonly SettledCompetition[]): Promise<void> {
  const boards = settled.flatMap(({ slug, boards }) => boards.map((each) => ({ slug, ...each })))
  const sums = settled.flatMap(({ slug, sums }) => sums.map((each) => ({ slug, ...each })))
  const blocks = settled.flatMap(({ slug, blocks }) => blocks.map((each) => ({ slug, ...each })))
  if (boards.length > 0) await writeBoards(into, boards)
  for (let from = 0; from < sums.length; from += chunkSize)
    await writeSums(into, sums.slice(from, from + chunkSize))
  if (blocks.length > 0) await writeBlocks(into, blocks)
}

async function writeBoards({ tx, schema }: TablesTx, boards: readonly Of<ChangedBoard>[]): Promise<void> {
  await tx.query({
    text: `
      insert into ${schema}.event_boards (slug, round, chart, board, hundredths, players)
      select slug, round, chart, board, hundredths::smallint[], players::integer[]
      from unnest($1::text[], $2::smallint[], $3::text[], $4::smallint[], $5::text[], $6::text[])
        as x(slug, round, chart, board, hundredths, players)
      on conflict (slug, round, chart, board) do update set hundredths = excluded.hundredths, players = excluded.players`,
    values: [
      ...valuesOf(boards, 'slug', 'round', 'chart', 'board'),
      boards.map(({ hundredths }) => arrayText(hundredths)),
      boards.map(({ players }) => arrayText(players)),
    ],
  })
}

/**
 * Writes one row with all sums of a player, none of them indexed, because a new formula changes all of them. Deletes
 * players without charts.
 */
async function writeSums({ tx, schema }: TablesTx, sums: readonly Of<ChangedSums>[]): Promise<void> {
  const takesPart = ({ charts }: ChangedSums) => itemAt(charts, overall).some((count) => count > 0)
  const removed = sums.filter((each) => !takesPart(each))
  if (removed.length > 0)
    await tx.query({
      text: `
        delete from ${schema}.event_sums s using unnest($1::text[], $2::uuid[]) as x(slug, player)
        where s.slug = x.slug collate "C" and s.player = x.player`,
      values: valuesOf(removed, 'slug', 'player'),
    })
  const remaining = sums.filter(takesPart)
  const lists = (of: readonly (readonly number[])[]) => listText(of.map(listText))
  await tx.query({
    text: `
      insert into ${schema}.event_sums (slug, player, points, charts)
      select slug, player, points::integer[], charts::smallint[]
      from unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) as x(slug, player, points, charts)
      on conflict (player, slug) do update set points = excluded.points, charts = excluded.charts`,
    values: [
      ...valuesOf(remaining, 'slug', 'player'),
      remaining.map(({ points }) => lists(points)),
      remaining.map(({ charts }) => lists(charts)),
    ],
  })
}

/** Formats a Postgres array of values that need no quotes. */
const listText = (values: readonly (number | string)[]) => `{${values.join()}}`

async function writeBlocks({ tx, schema }: TablesTx, blocks: readonly Of<ChangedBlock>[]): Promise<void> {
  const removed = blocks.filter(({ players }) => players.length === 0)
  if (removed.length > 0)
    await tx.query({
      text: `
        delete from ${schema}.event_rankings r
        using unnest($1::text[], $2::smallint[], $3::smallint[], $4::integer[]) as x(slug, round, board, block)
        where r.slug = x.slug collate "C" and r.round = x.round and r.board = x.board and r.block = x.block`,
      values: valuesOf(removed, 'slug', 'round', 'board', 'block'),
    })
  const remaining = blocks.filter(({ players }) => players.length > 0)
  await tx.query({
    text: `
      insert into ${schema}.event_rankings (slug, round, board, block, lowest, players, points, charts)
      select slug, round, board, block, lowest, players::uuid[], points::integer[], charts::smallint[]
      from unnest($1::text[], $2::smallint[], $3::smallint[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::text[])
        as x(slug, round, board, block, lowest, players, points, charts)
      on conflict (slug, round, board, block) do update
        set lowest = excluded.lowest, players = excluded.players, points = excluded.points, charts = excluded.charts`,
    values: [
      ...valuesOf(remaining, 'slug', 'round', 'board', 'block'),
      remaining.map(({ points }) => itemAt(points, points.length - 1)),
      remaining.map(({ players }) => listText(players)),
      remaining.map(({ points }) => listText(points)),
      remaining.map(({ charts }) => listText(charts)),
    ],
  })
}
