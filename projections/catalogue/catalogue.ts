import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { searchText } from '@stepledger/contracts/search-text.ts'
import { batchOf, type PackEvent, type PlayFact } from '../batch.ts'
import { type CopiedTable, copiedTable, positionColumns, rowsFor } from '../copied-table.ts'
import type { TablesTx } from '../generation.ts'
import { firstPlays, keptPlays } from '../plays/attempts.ts'
import { rejudgePlays } from '../plays/rejudge-plays.ts'
import type { BuildTx, Count, ReadModel } from '../read-model.ts'
import { arrayOfColumn, namesOf, parameterOf, type WrittenColumn } from '../written-column.ts'
import {
  describeByPlays,
  describeCharts,
  metadataColumns,
  playAt,
  replaceFirstPlays,
} from './describe-charts.ts'
import { writePackNews } from './pack-news.ts'
import { indexChartSources } from './pack-tables.ts'
import { settleCharts } from './sources/settle-charts.ts'
import { touchedBy, trackSources } from './sources/track-sources.ts'
import { catalogueTables, indexCatalogueTables } from './tables.ts'
import { titleKey } from './title-key.ts'
import { type PlacedSong, writePacks, writeSongs } from './write-packs.ts'

/** Chart metadata from plays: candidates for the earliest play of each chart. */
const stagedMetadata = {
  name: 'staged_metadata',
  columns: [...positionColumns, ...metadataColumns],
}

/**
 * Copies the metadata of a play only if it is earlier than all plays of the chart that this writer has seen, because
 * most plays repeat it. If its batch is rolled back, the row is missing and is read from the ledger at the end of the
 * build.
 */
function earliestMetadata(schema: string): CopiedTable {
  const earliest = new Map<string, { readonly at: number; readonly playId: number }>()
  function isEarliest({ event: { at, data } }: PlayFact): boolean {
    const known = earliest.get(data.chart)
    if (known && (known.at < at || (known.at === at && known.playId <= data.playId))) return false
    earliest.set(data.chart, { at, playId: data.playId })
    return true
  }
  return copiedTable(schema, stagedMetadata, (batch) => batch.plays.filter(isEarliest))
}

/** Fills `charts` with every chart that was ever played, and with the metadata of the earliest remaining play. */
async function buildCharts(build: BuildTx): Promise<void> {
  const { schema, run } = build
  await run([
    `create temp table kept_first on commit drop as
     select distinct on (chart) chart, at, id, partition, "offset" from ${keptPlays(schema)} kept order by chart, at, id`,
    'analyze kept_first',
  ])
  await copyMissing(build)
  const metadata = metadataColumns.map(({ name, type }) =>
    name === 'title' ||
    name === 'artist' ||
    name === 'stepartist' ||
    name === 'title_key' ||
    name === 'search'
      ? `coalesce(${name}, '')`
      : `${name}::${type}`,
  )
  await run([
    `insert into ${schema}.charts (hash, first_at, first_id, known_at, plays, ${namesOf(metadataColumns)})
     select f.chart, k.at, k.id, f.at, 0, ${metadata.join(', ')}
     from ${firstPlays} f
     left join kept_first k on k.chart = f.chart
     left join ${schema}.${stagedMetadata.name} m on m.partition = k.partition and m."offset" = k."offset"`,
  ])
}

/** Copies the metadata of the earliest plays that were not staged, from the ledger. */
async function copyMissing({ tx, schema, copy, recordedAt }: BuildTx): Promise<void> {
  const { rows: missing } = await tx.query<{ partition: number; offset: number }>({
    text: `
      select partition, "offset" from kept_first
      except select partition, "offset" from ${schema}.${stagedMetadata.name} order by partition, "offset"`,
  })
  const rows = rowsFor(schema, stagedMetadata)
  for (const recorded of await recordedAt(missing)) rows.add(playAt(recorded))
  for (const each of rows.take()) await copy(each)
}

/** The positions of pack events. They are few compared to plays, so a build folds them as the live fold does. */
const stagedPacks = { name: 'staged_packs', columns: positionColumns }

function copiedPacks(schema: string) {
  return copiedTable(schema, stagedPacks, (batch) => batch.packs)
}

const playsOfCharts: Count = {
  table: 'charts',
  key: { hash: 'chart' },
  sums: { plays: 'sum(n)' },
  rows: 'given',
  from: ({ plays }) => plays,
}

/** Packs with their songs, and all known charts. */
export const catalogue: ReadModel = {
  tables: catalogueTables,
  alsoCreate: indexChartSources,
  index: indexCatalogueTables,
  // The model of plays locks the charts of its plays.
  shared: async (into, { packs }) => [
    ...packs.flatMap(({ event }) =>
      event.type === 'SongProcessed' ? event.data.charts.map(({ hash }) => hash) : [],
    ),
    ...(await chartsOfPacks(into, packs)),
  ],
  counts: [playsOfCharts],
  async fold(into, { packs: events }, { accepted, withdrawn, reinstated, erased, unverified }) {
    const retitled = await upsertCharts(into, accepted)
    const unnamed = await replaceFirstPlays(into, { removed: [...withdrawn, ...erased], reinstated })
    const { described, undescribed, recounted, packs } = await foldPacks(into, events)
    const named = await describeByPlays(into, [...unnamed, ...undescribed])
    return {
      packs,
      retitled: [...new Set([...retitled, ...described, ...named])],
      judged: await rejudgePlays(into, { charts: recounted, plays: unverified }),
    }
  },
  build: {
    staging: [stagedMetadata, stagedPacks],
    copied: (schema) => [earliestMetadata(schema), copiedPacks(schema)],
    async finish(build) {
      await buildCharts(build)
      await buildPacks(build)
    },
  },
}

/** Events folded at a time. */
const chunkSize = 500

/**
 * Folds pack events after the charts of plays exist, and verifies plays against their charts before the boards are
 * built.
 */
async function buildPacks(build: BuildTx): Promise<void> {
  const { tx, schema, recordedAt } = build
  const { rows } = await tx.query<{ partition: number; offset: number }>({
    text: `select distinct partition, "offset" from ${schema}.${stagedPacks.name} order by 1, 2`,
  })
  const recounted = new Set<string>()
  const undescribed = new Set<string>()
  for (let from = 0; from < rows.length; from += chunkSize) {
    const recorded = await recordedAt(rows.slice(from, from + chunkSize))
    const events = recorded.flatMap(({ partition, offset, bytes }) => {
      const event = decodeEvent(bytes)
      return event && event.type !== 'PlaySubmitted' ? [{ partition, offset, event }] : []
    })
    const changed = await foldPacks(build, batchOf(events).packs)
    for (const hash of changed.recounted) recounted.add(hash)
    for (const hash of changed.undescribed) undescribed.add(hash)
  }
  await describeByPlays(build, [...undescribed])
  await rejudgePlays(build, { charts: [...recounted], plays: [] })
}

/** The changes made by pack events. */
interface PackChanges {
  readonly packs: readonly number[]
  /** Charts with changed metadata or changed songs; without new charts. */
  readonly described: readonly string[]
  /** Charts that no song describes any more, so that a play must. */
  readonly undescribed: readonly string[]
  /** Charts whose counts changed. */
  readonly recounted: readonly string[]
}

/**
 * Folds pack events, in ledger order per pack, with a constant number of statements. Packs of other partitions may
 * describe the same charts. The result for a chart depends on times and ids in the events, never on the order of
 * folding.
 */
async function foldPacks(into: TablesTx, sent: readonly PackEvent[]): Promise<PackChanges> {
  if (sent.length === 0) return { packs: [], described: [], undescribed: [], recounted: [] }
  await ensurePacks(into, sent)
  const known = await foldedUpTo(into, sent)
  const events = sent.filter(({ offset, event }) => offset > (known.get(event.data.packId) ?? -1))
  const songs = events.flatMap<PlacedSong>(({ event, ...position }) =>
    event.type === 'SongProcessed' ? [{ ...position, event }] : [],
  )
  // Reads the tables of packs and songs, so it runs before they are written.
  const sourced = await trackSources(into, events)
  await writeSongs(into, songs)
  await writePackNews(into, events)
  // Before the charts, because songs without a banner use that of their pack.
  const { rebannered, renamed } = await writePacks(into, events)
  const processed = songs.flatMap(({ event }) => event.data.charts.map(({ hash }) => hash))
  const touched = [...new Set([...sourced, ...processed, ...renamed])]
  const before = await existingCharts(into, touched)
  const { describing, marked, recounted } = await settleCharts(into, touched)
  const { described, undescribed } = await describeCharts(into, describing)
  const changed = [...described, ...undescribed, ...marked].filter((hash) => before.has(hash))
  return {
    packs: [...new Set(events.map(({ event }) => event.data.packId))],
    described: [...new Set([...rebannered, ...changed])],
    undescribed,
    recounted,
  }
}

/** Inserts a row for each new pack, with the name in its first event. */
async function ensurePacks({ tx, schema }: TablesTx, events: readonly PackEvent[]): Promise<void> {
  const names = new Map<number, string>()
  for (const { event } of events) {
    const { packId } = event.data
    if (!names.has(packId)) names.set(packId, 'name' in event.data ? event.data.name : '')
  }
  await tx.query({
    text: `
      insert into ${schema}.packs (id, name, name_key, search, "offset")
      select id, name, key, search, -1 from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as x(id, name, key, search)
      on conflict (id) do nothing`,
    values: [
      [...names.keys()],
      [...names.values()],
      [...names.values()].map(titleKey),
      [...names.values()].map((name) => searchText(name)),
    ],
  })
}

/** Returns the offset of the last folded event of each pack; -1 for none. */
async function foldedUpTo(
  { tx, schema }: TablesTx,
  events: readonly PackEvent[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await tx.query<{ id: number; offset: number }>({
    text: `select id, "offset" from ${schema}.packs where id = any($1::bigint[])`,
    values: [[...new Set(events.map(({ event }) => event.data.packId))]],
  })
  return new Map(rows.map((row) => [row.id, row.offset]))
}

/**
 * Returns the charts that pack events may write to apart from those they name: the charts of the packs' current songs.
 */
async function chartsOfPacks({ tx, schema }: TablesTx, events: readonly PackEvent[]): Promise<string[]> {
  const { whole, songs } = touchedBy(events)
  if (whole.length + songs.length === 0) return []
  const { rows } = await tx.query<{ hash: string }>({
    text: `
      select c.hash from ${schema}.simfiles s join ${schema}.simfile_charts c on c.simfile = s.id where s.pack = any($1::bigint[])
      union select hash from ${schema}.simfile_charts where simfile = any($2::bigint[])`,
    values: [whole, songs],
  })
  return rows.map((row) => row.hash)
}

async function existingCharts(
  { tx, schema }: TablesTx,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ hash: string }>({
    text: `select hash from ${schema}.charts where hash = any($1::text[])`,
    values: [hashes],
  })
  return new Set(rows.map(({ hash }) => hash))
}

const columns: readonly WrittenColumn<PlayFact>[] = [
  { name: 'hash', type: 'text', value: ({ event }) => event.data.chart },
  { name: 'first_at', type: 'bigint', value: ({ event }) => event.at },
  { name: 'first_id', type: 'bigint', value: ({ event }) => event.data.playId },
  ...metadataColumns,
]

/**
 * Adds the charts of new plays, and takes the metadata of known ones from plays that are earlier than theirs, unless a
 * pack describes them. Returns the known charts whose metadata changed.
 */
async function upsertCharts({ tx, schema }: TablesTx, plays: readonly PlayFact[]): Promise<string[]> {
  if (plays.length === 0) return []
  const names = namesOf(columns)
  const metadata = metadataColumns.map(({ name }) => name)
  const { rows } = await tx.query<{ hash: string }>({
    text: `
      with earliest as materialized (
        select x.*, c.hash is not null as known, c.described_by, (${metadata.map((name) => `x.${name}`)}) is distinct from (${metadata.map((name) => `c.${name}`)}) as differs
        from unnest(${columns.map((column, i) => parameterOf(column, i + 1)).join(', ')}) as x(${names})
        left join lateral (select * from ${schema}.charts where hash = x.hash limit 1) c on true
        where c.hash is null or c.first_at is null or (x.first_at, x.first_id) < (c.first_at, c.first_id)
      ),
      added as (
        insert into ${schema}.charts (${names}, known_at, plays) select ${names}, first_at, 0 from earliest where not known
      ),
      updated as (
        update ${schema}.charts c
        set first_at = e.first_at, first_id = e.first_id, known_at = least(c.known_at, e.first_at),
          ${metadata.map((name) => `${name} = case when c.described_by is null then e.${name} else c.${name} end`).join(', ')}
        from earliest e where e.known and c.hash = e.hash
      )
      select hash from earliest where known and described_by is null and differs`,
    values: columns.map((column) => arrayOfColumn(column, earliestOfCharts(plays))),
  })
  return rows.map(({ hash }) => hash)
}

function earliestOfCharts(plays: readonly PlayFact[]): PlayFact[] {
  const earliest = new Map<string, PlayFact>()
  for (const play of plays) {
    const { at, data } = play.event
    const known = earliest.get(data.chart)?.event
    if (!known || at < known.at || (at === known.at && data.playId < known.data.playId))
      earliest.set(data.chart, play)
  }
  return [...earliest.values()]
}
