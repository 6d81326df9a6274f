import { differencesOf, type WaitingChart } from '@stepledger/contracts/packs/waiting-chart.ts'
import {
  type WaitingOf,
  type WaitingSource,
  waitingSources,
} from '@stepledger/projections/catalogue/sources/waiting-sources.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

/** Maximum charts read: more than a pack has. */
const maxCharts = 100_000

/** Charts that wait for acceptance, of some packs or all. */
export async function waitingOf({ database, readModels }: Store, of: WaitingOf): Promise<WaitingSource[]> {
  const live = await readLiveGeneration(database)
  return live ? waitingSources(readable(live, readModels), of, maxCharts) : []
}

/** Charts that wait for acceptance, by pack, each with its differences from the pack in force. */
export function showWaiting(charts: readonly WaitingChart[]): string[] {
  const lines: string[] = []
  let pack: number | null = null
  for (const chart of charts) {
    if (chart.packId !== pack) lines.push(`${printable(chart.packName)} (pack ${chart.packId})`)
    pack = chart.packId
    const { title, difficulty, meter } = chart.states
    const name = `${printable(title)}, ${difficulty}${meter === null ? '' : ` ${meter}`}`
    lines.push(`  song ${chart.songId}, ${chart.hash}: ${name}`)
    const { known } = chart
    if (!known) lines.push('    No listed pack has this chart any more.')
    else
      lines.push(
        ...differences(chart).map((line) => `    ${line}`),
        `    in force: ${printable(known.packName)}`,
      )
  }
  return lines
}

function differences(chart: WaitingChart): string[] {
  const found = differencesOf(chart).map(
    ({ what, before, after }) => `${what.toLowerCase()}: ${printable(before)} → ${printable(after)}`,
  )
  return found.length > 0 ? found : ['subtitle, credit, description or chart name differ']
}
