import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { allEvents, waitsForStandings } from '@stepledger/projections/standings/reads.ts'
import { phaseOf } from './event-shown.ts'

/** How long a read waits for standings, which follow plays within two seconds; and how often it looks, ms. */
const patience = 2_000
const lookEvery = 50

/**
 * Waits until the standings hold what a player did on a chart that is in a round of now, as long as they may take.
 * Never fails for lag.
 */
export async function awaitStandings(
  readModels: ReadDatabase,
  stored: StoredGeneration,
  { chart, player }: { readonly chart: string; readonly player: string },
): Promise<void> {
  const generation = readable(stored, readModels)
  const now = Date.now()
  const isOn = (await allEvents(generation)).some(({ state }) =>
    state.document.rounds.some((round) => round.charts.includes(chart) && phaseOf(round, now) === 'running'),
  )
  if (!isOn) return
  const deadline = performance.now() + patience
  while ((await waitsForStandings(generation, { chart, player })) && performance.now() < deadline)
    await sleep(lookEvery)
}
