import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { Tag } from './tag.tsx'
import { unrankedWord } from './unranked.ts'

/** Labels an unranked play with the reason; renders nothing for a ranked one. */
export function UnrankedTag({ play }: { play: RecentPlay }) {
  const word = unrankedWord(play)
  return word === null ? null : <Tag>{word}</Tag>
}
