import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { Tag } from './tag.tsx'
import { unrankedWord } from './unranked.ts'

/** Says of a play that is on no board why; nothing of one that counts. */
export function UnrankedTag({ play }: { play: RecentPlay }) {
  const word = unrankedWord(play)
  return word === null ? null : <Tag>{word}</Tag>
}
