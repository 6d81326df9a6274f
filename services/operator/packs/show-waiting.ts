import { differencesOf, type WaitingChart } from '@stepledger/contracts/packs/waiting-chart.ts'
import { printable } from '../printable.ts'

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
