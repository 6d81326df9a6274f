import type { PlayMoment } from '@stepledger/contracts/http/notifications.ts'
import { countText } from '../../ui/count-text.ts'

/**
 * Describes what a play achieved in one line: "New best on Kaleido 2: 96.95%, +0.44, up 3 to #12, past stamina_sam".
 * Null if it is no new best.
 */
export function momentText({ best, passed, rivals, star }: PlayMoment, title: string): string | null {
  if (best === null) return null
  const { score, before, rank, rankBefore } = best
  const what = star ? 'Your first star, on' : before === null ? 'First score on' : 'New best on'
  const gained = rankBefore === null ? 0 : rankBefore - rank
  const place = countText(rank)
  const details = [
    `${score}%`,
    ...(before === null ? [] : [`+${(Number(score) - Number(before)).toFixed(2)}`]),
    gained > 0 ? `up ${countText(gained)} to #${place}` : `#${place}`,
    ...(passed > 0 ? [`past ${namesOf(rivals, passed)}`] : []),
  ]
  return `${what} ${title}: ${details.join(', ')}`
}

function namesOf(rivals: PlayMoment['rivals'], passed: number): string {
  const names = rivals.map(({ alias }) => alias)
  const more = passed - names.length
  if (more > 0) return `${names.join(', ')} and ${more} more`
  return names.join(' and ')
}
