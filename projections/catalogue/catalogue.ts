import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { batchOf } from '../batch.ts'
import { copiedTable, positionColumns } from '../copied-table.ts'
import { rejudgePlays } from '../plays/rejudge-plays.ts'
import type { BuildTx, Count, ReadModel } from '../read-model.ts'
import { buildCharts, earliestMetadata, stagedMetadata } from './build-charts.ts'
import { describeByPlays, replaceFirstPlays } from './describe-by-plays.ts'
import { foldPacks } from './fold-packs.ts'
import { chartsOfPacks } from './known-packs.ts'
import { indexChartSources } from './sources/source-table.ts'
import { catalogueTables, indexCatalogueTables } from './tables.ts'
import { upsertCharts } from './upsert-charts.ts'

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
