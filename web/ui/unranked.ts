import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'

type Standing = Pick<RecentPlay, 'eligible' | 'reasons' | 'rate'>

/** Why a play is on no board, in a word for its row; null where it counts, or its F says it. */
export function unrankedWord({ eligible, reasons, rate }: Standing): string | null {
  if (eligible) return null
  if (reasons.includes('autoplay')) return 'Autoplay'
  if (reasons.includes('rate') && rate !== null) return `${Math.round(rate * 100) / 100}×`
  return reasons.every((reason) => reason === 'failed') ? null : 'Unranked'
}
