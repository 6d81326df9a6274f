import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { Tag } from './tag.tsx'

/** Labels an unranked play with the reason; renders nothing for a ranked one. */
export function UnrankedTag({ play }: { play: RecentPlay }) {
  const word = unrankedWord(play)
  return word === null ? null : <Tag>{word}</Tag>
}

type RankedState = Pick<RecentPlay, 'eligible' | 'reasons' | 'rate'>

/** Why a play is unranked, as a short label; null when it is ranked, or failed, which its grade F shows. */
export function unrankedWord({ eligible, reasons, rate }: RankedState): string | null {
  if (eligible) return null
  if (reasons.includes('autoplay')) return 'Autoplay'
  const rounded = rate === null ? 1 : Math.round(rate * 100) / 100
  if (reasons.includes('rate') && rounded !== 1) return `${rounded}×`
  return reasons.every((reason) => reason === 'failed') ? null : 'Unranked'
}
