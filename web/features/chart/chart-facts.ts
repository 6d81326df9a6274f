import { countText } from '../../ui/count-text.ts'

/** The display BPM (`174`, `87-174.01`, `?`), rounded: "174 BPM", "87–174 BPM"; null when empty. */
export function tempoLabel(displayBpm: string | null): string | null {
  const text = displayBpm?.trim() ?? ''
  if (text === '') return null
  const bounds = text.replace(/\d+(\.\d+)?/g, (value) => String(Math.round(Number(value)))).split(/\s*-\s*/)
  return `${[...new Set(bounds)].join('–')} BPM`
}

/** "1,051 steps · 38 jumps · 1 roll"; counts of zero are left out. */
export function countsLine(counts: readonly { readonly label: string; readonly count: number }[]): string {
  return counts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => {
      const name = label.toLowerCase()
      return `${countText(count)} ${count === 1 ? name.replace(/s$/, '') : name}`
    })
    .join(' · ')
}

const known = ['rows', 'jumps', 'hands', 'holds', 'rolls', 'mines'] as const
const labels: Record<string, string> = { rows: 'Steps' }

/** The chart's counts with their labels: the usual ones first, then any others of the simfile. */
export function countsOf(radar: Readonly<Record<string, number>> | null): { label: string; count: number }[] {
  if (radar === null) return []
  return [...new Set([...known, ...Object.keys(radar)])].flatMap((name) => {
    const count = radar[name]
    if (count === undefined) return []
    return [{ label: labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1), count }]
  })
}
