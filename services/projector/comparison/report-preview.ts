import type { RulesReport } from '@stepledger/contracts/rules/rules-report.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import { announcedCompetitions } from '../../competition-streams.ts'
import type { Engine } from '../../platform/engine.ts'
import { countParked } from '../generations/parked-events.ts'
import { requestedComparison, storeReport } from '../generations/preview-report.ts'
import { inAlignedSnapshot } from './aligned-snapshot.ts'
import { compareGenerations } from './compare-generations.ts'

/**
 * Compares a preview with the live generation and stores the report, unless that was done since the preview was
 * requested last. Returns whether a report was stored; the caller retries otherwise.
 */
export async function reportPreview(
  engine: Pick<Engine, 'database' | 'ledger'>,
  preview: StoredGeneration,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, ledger } = engine
  const request = await requestedComparison(database, preview.id)
  const live = await readLiveGeneration(database)
  if (request === null || live === null) return false
  const competitions = await announcedCompetitions(ledger)
  const report = await inAlignedSnapshot(
    engine,
    { live, preview },
    signal,
    async (tx, checkpoint): Promise<RulesReport> => ({
      ...(await compareGenerations(tx, { live, preview }, competitions)),
      live: live.id,
      preview: preview.id,
      rulesOffset: live.rulesOffset,
      checkpoint,
      parked: await countParked(database.pool, preview.id),
    }),
  )
  return report !== null && storeReport(database, request, report)
}
