import { arrayText } from '../array-text.ts'
import type { Batch, Changes, Gone, PlayFact } from '../batch.ts'
import type { Queryable } from '../queryable.ts'

/**
 * Keeps the batch's plays, marks the withdrawn, deletes those of erased players. Content decides what a play is: the first of the same
 * content in partition order wins, and a play of a player erased before is dropped. What it returns is what really changed.
 */
export async function foldPlays(
  tx: Queryable,
  schema: string,
  batch: Batch,
  erasedBefore: ReadonlySet<string>,
): Promise<Changes> {
  const candidates = batch.plays.filter((play) => !erasedBefore.has(play.event.key))
  const accepted = candidates.length > 0 ? await insertPlays(tx, schema, candidates) : []
  const withdrawn = batch.withdrawals.length > 0 ? await withdrawPlays(tx, schema, batch.withdrawals) : []
  const erased = batch.erasures.length > 0 ? await erasePlays(tx, schema, batch.erasures) : []
  return { accepted, withdrawn, erased }
}

async function insertPlays(tx: Queryable, schema: string, plays: readonly PlayFact[]): Promise<PlayFact[]> {
  const { rows } = await tx.query<{ id: number }>({
    name: `${schema}_insert_plays_v1`,
    text: `
      insert into ${schema}.plays (id, player, chart, at, played_at, partition, "offset", fingerprint, body_version, passed, rate,
        autoplay, rows, radar, hundredths, grades, judgments, statistics, eligible, reasons, provisional)
      select id, player, chart, at, played_at, partition, "offset", fingerprint, body_version, passed, rate, autoplay, rows,
        radar::integer[], hundredths::integer[], grades::text[], judgments::integer[], statistics::double precision[], eligible,
        reasons::text[], provisional
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::smallint[], $7::bigint[], $8::bytea[],
        $9::text[], $10::boolean[], $11::double precision[], $12::boolean[], $13::integer[], $14::text[], $15::text[], $16::text[],
        $17::text[], $18::text[], $19::boolean[], $20::text[], $21::boolean[]) with ordinality
        as new(id, player, chart, at, played_at, partition, "offset", fingerprint, body_version, passed, rate, autoplay, rows, radar,
          hundredths, grades, judgments, statistics, eligible, reasons, provisional, ordinal)
      order by ordinal
      on conflict do nothing
      returning id`,
    values: [
      plays.map((p) => p.event.data.playId),
      plays.map((p) => p.event.key),
      plays.map((p) => p.event.data.chart),
      plays.map((p) => p.event.at),
      plays.map((p) => p.event.data.playedAt),
      plays.map((p) => p.partition),
      plays.map((p) => p.offset),
      plays.map((p) => Buffer.from(p.event.data.fingerprint)),
      plays.map((p) => p.event.data.bodyVersion),
      plays.map((p) => p.event.data.passed),
      plays.map((p) => p.event.data.rate),
      plays.map((p) => p.event.data.autoplay),
      plays.map((p) => p.event.data.rows.count),
      plays.map((p) => arrayText(radarOf(p))),
      plays.map((p) => arrayText(p.scored.systems.map((s) => s.hundredths))),
      plays.map((p) => arrayText(p.scored.systems.map((s) => s.grade))),
      plays.map((p) => arrayText(p.scored.systems.flatMap((s) => s.judgments.map((j) => j.value)))),
      plays.map((p) => statisticsText(p)),
      plays.map((p) => p.scored.eligible),
      plays.map((p) => arrayText(p.scored.reasons.map((r) => r.code))),
      plays.map((p) => p.scored.provisional),
    ],
  })
  const inserted = new Set(rows.map((row) => row.id))
  return firstOfEachId(plays).filter((play) => inserted.has(play.event.data.playId))
}

/** The same event twice in one batch has one id; only the first of it was inserted. */
function firstOfEachId(plays: readonly PlayFact[]): PlayFact[] {
  const byId = new Map<number, PlayFact>()
  for (const play of plays) if (!byId.has(play.event.data.playId)) byId.set(play.event.data.playId, play)
  return [...byId.values()]
}

/** Nobody holds more than there is: what is claimed beyond is not kept. */
function radarOf({ event: { data } }: PlayFact): number[] {
  const { holds, mines, rolls } = data.radar
  return [holds, mines, rolls].flatMap(([actual, possible]) => [Math.min(actual, possible), possible])
}

function statisticsText({ scored: { statistics } }: PlayFact): string | null {
  if (!statistics) return null
  const { meanAbsolute, mean, deviation, max } = statistics
  return arrayText([meanAbsolute, mean, deviation, max])
}

async function withdrawPlays(
  tx: Queryable,
  schema: string,
  withdrawals: Batch['withdrawals'],
): Promise<Gone[]> {
  const { rows } = await tx.query<Gone>({
    name: `${schema}_withdraw_plays_v1`,
    text: `
      update ${schema}.plays p set withdrawn_at = w.at
      from (select distinct on (id) id, player, at
            from unnest($1::bigint[], $2::uuid[], $3::bigint[]) with ordinality as x(id, player, at, ordinal)
            order by id, ordinal) w
      where p.id = w.id and p.player = w.player and p.withdrawn_at is null
      returning p.id as "playId", p.player, p.chart`,
    values: [
      withdrawals.map((w) => w.playId),
      withdrawals.map((w) => w.player),
      withdrawals.map((w) => w.at),
    ],
  })
  return rows
}

async function erasePlays(
  tx: Queryable,
  schema: string,
  erasures: Batch['erasures'],
): Promise<(Gone & { withdrawn: boolean })[]> {
  const { rows } = await tx.query<Gone & { withdrawn: boolean }>({
    name: `${schema}_erase_plays_v1`,
    text: `
      delete from ${schema}.plays where player = any($1::uuid[])
      returning id as "playId", player, chart, withdrawn_at is not null as withdrawn`,
    values: [erasures.map((e) => e.player)],
  })
  return rows
}
