import type { ReachedMilestone as ShownMilestone } from '@stepledger/contracts/http/milestones.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import type { ReachedMilestone } from '@stepledger/projections/milestones/milestones-of.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { isoOf } from '../iso-of.ts'

/** Adds names, and the charts of the plays. */
export async function describeMilestones(
  generation: GenerationDb,
  reached: readonly ReachedMilestone[],
): Promise<ShownMilestone[]> {
  const names = new Map(generation.rules.milestones.map(({ id, name }) => [id, name]))
  const packs = await packNames(
    generation,
    reached.flatMap(({ pack }) => pack ?? []),
  )
  const chartOf = await chartsOfPlays(
    generation,
    reached.map(({ reached: { playId } }) => playId),
  )
  const charts = await summariesOf(generation, [...new Set(chartOf.values())])
  return reached.flatMap(({ id, meter, pack, reached: { playId, playedAt } }) => {
    const chart = charts.get(chartOf.get(playId) ?? '')
    if (!chart) return []
    return [
      {
        id,
        name: names.get(id) ?? id,
        meter,
        pack: pack === null ? null : { id: pack, name: packs.get(pack) ?? '' },
        playId,
        chart,
        createdAt: isoOf(playedAt),
      },
    ]
  })
}

async function packNames({ db }: GenerationDb, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('packs')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function chartsOfPlays({ db }: GenerationDb, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('plays')
    .select(['id', 'chart'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, chart }) => [id, chart]))
}
