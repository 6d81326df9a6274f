import { shownTitle } from '@stepledger/contracts/play/shown-title.ts'
import type { Changes, PlayFact } from '../batch.ts'
import type { Queryable } from '../queryable.ts'
import { searchText, titleKey } from './title-key.ts'

/** Counts the plays of charts and learns of charts from them. Returns the known charts whose title or meter changed. */
export async function foldCatalogue(tx: Queryable, schema: string, changes: Changes): Promise<string[]> {
  const added = earliestByChart(changes.accepted)
  const counts = countByChart(changes)
  const changed = added.length > 0 ? await learnCharts(tx, schema, added) : []
  if (counts.size > 0) await countPlays(tx, schema, counts)
  return changed
}

/** Of each chart the play with the least (received, id). */
function earliestByChart(plays: readonly PlayFact[]): PlayFact[] {
  const earliest = new Map<string, PlayFact>()
  for (const play of plays) {
    const known = earliest.get(play.event.data.chart)
    if (!known || isBefore(play, known)) earliest.set(play.event.data.chart, play)
  }
  return [...earliest.values()]
}

function isBefore(a: PlayFact, b: PlayFact): boolean {
  return a.event.at < b.event.at || (a.event.at === b.event.at && a.event.data.playId < b.event.data.playId)
}

function countByChart(changes: Changes): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (chart: string, n: number) => counts.set(chart, (counts.get(chart) ?? 0) + n)
  for (const play of changes.accepted) add(play.event.data.chart, 1)
  for (const gone of changes.withdrawn) add(gone.chart, -1)
  for (const gone of changes.erased) if (!gone.withdrawn) add(gone.chart, -1)
  return counts
}

async function learnCharts(tx: Queryable, schema: string, plays: readonly PlayFact[]): Promise<string[]> {
  const { rows } = await tx.query<{ hash: string; known: boolean }>({
    name: `${schema}_learn_charts_v1`,
    text: `
      insert into ${schema}.charts as c
        (hash, first_at, first_id, title, artist, stepartist, description, length, meter, title_key, search, plays)
      select *, 0 from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::integer[], $9::integer[], $10::text[], $11::text[])
      on conflict (hash) do update set first_at = excluded.first_at, first_id = excluded.first_id, title = excluded.title,
        artist = excluded.artist, stepartist = excluded.stepartist, description = excluded.description,
        length = excluded.length, meter = excluded.meter, title_key = excluded.title_key, search = excluded.search
      where (excluded.first_at, excluded.first_id) < (c.first_at, c.first_id)
      returning hash, xmax <> 0 as known`,
    values: [
      plays.map((p) => p.event.data.chart),
      plays.map((p) => p.event.at),
      plays.map((p) => p.event.data.playId),
      plays.map((p) => shownTitle(p.event.data.songName)),
      plays.map((p) => shownTitle(p.event.data.artist)),
      plays.map((p) => shownTitle(p.event.data.stepartist)),
      plays.map((p) => p.event.data.description),
      plays.map((p) => secondsOf(p.event.data.length)),
      plays.map((p) => meterOf(p.event.data.meter)),
      plays.map((p) => titleKey(shownTitle(p.event.data.songName))),
      plays.map((p) => searchText(shownTitle(p.event.data.songName), shownTitle(p.event.data.artist))),
    ],
  })
  return rows.filter((row) => row.known).map((row) => row.hash)
}

/** Seconds of a length given as `m:ss` or `h:mm:ss`, or null for anything else. */
export function secondsOf(length: string): number | null {
  if (!/^\d{1,3}(:\d{2}){1,2}$/.test(length)) return null
  return length.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/** A meter is a whole number from 0 to 9,999; anything else a game may send is none. */
export function meterOf(meter: number | null): number | null {
  return meter !== null && Number.isInteger(meter) && meter >= 0 && meter <= 9999 ? meter : null
}

async function countPlays(tx: Queryable, schema: string, counts: ReadonlyMap<string, number>): Promise<void> {
  await tx.query({
    name: `${schema}_count_chart_plays_v1`,
    text: `
      update ${schema}.charts c set plays = c.plays + n
      from unnest($1::text[], $2::integer[]) as x(hash, n) where c.hash = x.hash`,
    values: [[...counts.keys()], [...counts.values()]],
  })
}
