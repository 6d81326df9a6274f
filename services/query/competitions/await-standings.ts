import { setTimeout as sleep } from 'node:timers/promises'
import { phaseOf } from '@stepledger/contracts/competition/competition-document.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { competitionsWithChart, isQueuedForStandings } from '@stepledger/projections/standings/reads.ts'

/** Timeout of a read that waits for standings, which follow plays within two seconds, and its polling interval, ms. */
const timeoutMs = 2_000
const pollMs = 50

/**
 * Waits until the standings include a player's plays on a chart of a running round, up to the timeout. Never fails
 * because of lag.
 */
export async function awaitStandings(
  readModels: ReadDatabase,
  stored: StoredGeneration,
  { chart, player }: { readonly chart: string; readonly player: string },
): Promise<void> {
  const generation = readable(stored, readModels)
  const now = Date.now()
  const isInRunningRound = (await competitionsWithChart(generation, chart)).some(({ state }) =>
    state.document.rounds.some((round) => round.charts.includes(chart) && phaseOf(round, now) === 'running'),
  )
  if (!isInRunningRound) return
  const deadline = performance.now() + timeoutMs
  while ((await isQueuedForStandings(generation, { chart, player })) && performance.now() < deadline)
    await sleep(pollMs)
}
