import type { Batch, Changes } from '../batch.ts'
import { type ChartTitle, titlesOf } from '../catalogue/titles.ts'
import type { Queryable } from '../queryable.ts'
import { foldRivals } from './rivals.ts'
import { buryPlayers } from './tombstones.ts'

/**
 * Counts the plays of players, overall and by chart, keeps their rivals, and buries the erased. `retitled`: charts whose title or
 * meter changed in this batch.
 */
export async function foldPlayers(
  tx: Queryable,
  schema: string,
  batch: Batch,
  changes: Changes,
  retitled: readonly string[],
): Promise<void> {
  const counts = countByChart(changes)
  if (counts.length > 0) await countPlays(tx, schema, counts)
  if (retitled.length > 0) await retitle(tx, schema, retitled)
  if (batch.rivals.length > 0) await foldRivals(tx, schema, batch.rivals)
  if (batch.erasures.length > 0) await buryPlayers(tx, schema, batch.erasures)
}

interface PlayCount {
  readonly player: string
  readonly chart: string
  plays: number
}

/** How many plays each player gained or lost on each chart, perhaps none in sum. Those of the erased go as a whole, elsewhere. */
function countByChart(changes: Changes): PlayCount[] {
  const counts = new Map<string, PlayCount>()
  const add = (player: string, chart: string, plays: number) => {
    const id = `${player} ${chart}`
    const known = counts.get(id)
    if (known) known.plays += plays
    else counts.set(id, { player, chart, plays })
  }
  for (const play of changes.accepted) add(play.event.key, play.event.data.chart, 1)
  for (const gone of changes.withdrawn) add(gone.player, gone.chart, -1)
  return [...counts.values()]
}

async function countPlays(tx: Queryable, schema: string, counts: readonly PlayCount[]): Promise<void> {
  const titles = await titlesOf(tx, schema, [...new Set(counts.map((c) => c.chart))])
  const titled = counts.flatMap((count) => {
    const title = titles.get(count.chart)
    return title ? [{ ...count, ...title }] : []
  })
  await tx.query({
    name: `${schema}_count_plays_v1`,
    text: `
      with counts as (
        select * from unnest($1::uuid[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::integer[])
          as x(player, chart, plays, title_key, search, meter)
      ), by_player as (
        insert into ${schema}.players as p (id, plays)
        select player, sum(plays) from counts group by player
        on conflict (id) do update set plays = p.plays + excluded.plays
      )
      insert into ${schema}.player_charts as pc (player, chart, plays, title_key, search, meter)
      select * from counts
      on conflict (player, chart) do update set plays = pc.plays + excluded.plays`,
    values: [
      titled.map((c) => c.player),
      titled.map((c) => c.chart),
      titled.map((c) => c.plays),
      titled.map((c) => c.title_key),
      titled.map((c) => c.search),
      titled.map((c) => c.meter),
    ],
  })
  if (counts.some((count) => count.plays <= 0)) await dropUnplayed(tx, schema, counts)
}

async function dropUnplayed(tx: Queryable, schema: string, counts: readonly PlayCount[]): Promise<void> {
  await tx.query({
    name: `${schema}_drop_unplayed_v1`,
    text: `
      delete from ${schema}.player_charts pc using unnest($1::uuid[], $2::text[]) as x(player, chart)
      where pc.player = x.player and pc.chart = x.chart and pc.plays = 0`,
    values: [counts.map((c) => c.player), counts.map((c) => c.chart)],
  })
}

async function retitle(tx: Queryable, schema: string, hashes: readonly string[]): Promise<void> {
  const titles: ChartTitle[] = [...(await titlesOf(tx, schema, hashes)).values()]
  await tx.query({
    name: `${schema}_retitle_v1`,
    text: `
      update ${schema}.player_charts pc set title_key = x.title_key, search = x.search, meter = x.meter
      from unnest($1::text[], $2::text[], $3::text[], $4::integer[]) as x(chart, title_key, search, meter)
      where pc.chart = x.chart`,
    values: [
      titles.map((t) => t.hash),
      titles.map((t) => t.title_key),
      titles.map((t) => t.search),
      titles.map((t) => t.meter),
    ],
  })
}
