import { type ChartPage, chartRecentPlays } from '@stepledger/contracts/http/charts.ts'
import { chartByHash, chartSummaryOf } from '@stepledger/projections/catalogue/reads.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { lastPlays } from '@stepledger/projections/plays/reads.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { PlayerDirectory } from '../../platform/players/directory.ts'
import { withNames } from '../names.ts'
import { tagsOfList } from './list-tags.ts'
import type { Shown } from './shown.ts'

/** A chart with its recent plays; null for one that nobody has named yet. */
export async function chartPage(
  db: ReadDatabase,
  generation: Generation,
  players: PlayerDirectory,
  hash: string,
): Promise<Shown<ChartPage> | null> {
  const chart = await chartByHash(db, generation, hash)
  if (!chart) return null
  const plays = await lastPlays(db, generation, { chart: hash }, chartRecentPlays)
  const recentPlays = await withNames(players, plays)
  const knownSince = new Date(chart.first_at).toISOString()
  return {
    answer: {
      ...chartSummaryOf(chart),
      songName: chart.title,
      length: chart.length,
      stepartist: chart.stepartist || null,
      description: chart.description || null,
      chartName: null,
      credit: null,
      chartBpms: null,
      radarValues: null,
      simfiles: [],
      plays: chart.plays,
      createdAt: knownSince,
      updatedAt: knownSince,
      recentPlays,
    },
    tags: tagsOfList(recentPlays),
  }
}
