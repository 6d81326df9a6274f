import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { TablesTx } from '../generation.ts'
import { valuesOf } from '../values-of.ts'
import { arrayText } from '../written-column.ts'
import { overall } from './competition-standings.ts'
import type { ChangedBlock, ChangedSums } from './player-sums.ts'
import type { ChangedBoard } from './score-column.ts'

/** Rows per statement. */
const chunkSize = 20_000

interface Written {
  readonly boards: readonly ChangedBoard[]
  readonly sums: readonly ChangedSums[]
  readonly blocks: readonly ChangedBlock[]
}

/** Stores the changed charts, sums and rankings of a competition. */
export async function writeSettled(
  into: TablesTx,
  slug: string,
  { boards, sums, blocks }: Written,
): Promise<void> {
  if (boards.length > 0) await writeBoards(into, slug, boards)
  for (let from = 0; from < sums.length; from += chunkSize)
    await writeSums(into, slug, sums.slice(from, from + chunkSize))
  if (blocks.length > 0) await writeBlocks(into, slug, blocks)
}

async function writeBoards(
  { tx, schema }: TablesTx,
  slug: string,
  boards: readonly ChangedBoard[],
): Promise<void> {
  await tx.query({
    text: `
      insert into ${schema}.event_boards (slug, round, chart, board, hundredths, players)
      select $1, round, chart, board, hundredths::smallint[], players::integer[]
      from unnest($2::smallint[], $3::text[], $4::smallint[], $5::text[], $6::text[]) as x(round, chart, board, hundredths, players)
      on conflict (slug, round, chart, board) do update set hundredths = excluded.hundredths, players = excluded.players`,
    values: [
      slug,
      ...valuesOf(boards, 'round', 'chart', 'board'),
      boards.map(({ hundredths }) => arrayText(hundredths)),
      boards.map(({ players }) => arrayText(players)),
    ],
  })
}

/**
 * Writes one row with all sums of a player, none of them indexed, because a new formula changes all of them. Deletes
 * players without charts.
 */
async function writeSums(
  { tx, schema }: TablesTx,
  slug: string,
  sums: readonly ChangedSums[],
): Promise<void> {
  const takesPart = ({ charts }: ChangedSums) => itemAt(charts, overall).some((count) => count > 0)
  const removed = sums.filter((each) => !takesPart(each)).map(({ player }) => player)
  if (removed.length > 0)
    await tx.query({
      text: `delete from ${schema}.event_sums where slug = $1 and player = any($2::uuid[])`,
      values: [slug, removed],
    })
  const remaining = sums.filter(takesPart)
  const lists = (of: readonly (readonly number[])[]) => listText(of.map(listText))
  await tx.query({
    text: `
      insert into ${schema}.event_sums (slug, player, points, charts)
      select $1, player, points::integer[], charts::smallint[]
      from unnest($2::uuid[], $3::text[], $4::text[]) as x(player, points, charts)
      on conflict (player, slug) do update set points = excluded.points, charts = excluded.charts`,
    values: [
      slug,
      remaining.map(({ player }) => player),
      remaining.map(({ points }) => lists(points)),
      remaining.map(({ charts }) => lists(charts)),
    ],
  })
}

/** Formats a Postgres array of values that need no quotes. */
const listText = (values: readonly (number | string)[]) => `{${values.join()}}`

async function writeBlocks(
  { tx, schema }: TablesTx,
  slug: string,
  blocks: readonly ChangedBlock[],
): Promise<void> {
  const removed = blocks.filter(({ players }) => players.length === 0)
  if (removed.length > 0)
    await tx.query({
      text: `
        delete from ${schema}.event_rankings r using unnest($2::smallint[], $3::smallint[], $4::integer[]) as x(round, board, block)
        where r.slug = $1 and r.round = x.round and r.board = x.board and r.block = x.block`,
      values: [slug, ...valuesOf(removed, 'round', 'board', 'block')],
    })
  const remaining = blocks.filter(({ players }) => players.length > 0)
  await tx.query({
    text: `
      insert into ${schema}.event_rankings (slug, round, board, block, lowest, players, points, charts)
      select $1, round, board, block, lowest, players::uuid[], points::integer[], charts::smallint[]
      from unnest($2::smallint[], $3::smallint[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::text[])
        as x(round, board, block, lowest, players, points, charts)
      on conflict (slug, round, board, block) do update
        set lowest = excluded.lowest, players = excluded.players, points = excluded.points, charts = excluded.charts`,
    values: [
      slug,
      ...valuesOf(remaining, 'round', 'board', 'block'),
      remaining.map(({ points }) => itemAt(points, points.length - 1)),
      remaining.map(({ players }) => listText(players)),
      remaining.map(({ points }) => listText(points)),
      remaining.map(({ charts }) => listText(charts)),
    ],
  })
}
