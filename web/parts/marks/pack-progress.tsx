import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { PackMark } from '@stepledger/contracts/http/marks.ts'
import type { GradeGroup } from '@stepledger/contracts/rules/grade.ts'
import { entryOf } from '../leaderboard/board-name.ts'
import { useActiveBoard } from '../leaderboard/use-active-board.ts'

/** What the viewer has achieved of a pack; nothing before a first play of it. */
export function PackProgress({ mark }: { mark: PackMark | undefined }) {
  const [board] = useActiveBoard()
  if (!mark || mark.played === 0) return null
  return <span>{progressText(mark, board)}</span>
}

/** The grades that are counted beside the passed charts, best first. */
const counted: readonly (readonly [GradeGroup, string])[] = [
  ['sext', 'six stars'],
  ['quint', 'five stars'],
  ['quad', 'four stars'],
  ['tristar', 'three stars'],
  ['twostar', 'two stars'],
  ['star', 'one star'],
]

/** "9 of 14 passed, 3 at four stars": with the number of the best star grade on a board. */
export function progressText({ charts, passed, leaderboards }: PackMark, board: BoardName): string {
  const grades = entryOf(leaderboards, board)?.grades ?? []
  const best = counted.flatMap(([group, stars]) => {
    const count = grades.find((each) => each.group === group)?.charts ?? 0
    return count === 0 ? [] : [`${count} at ${stars}`]
  })
  return [`${passed} of ${charts} passed`, ...best.slice(0, 1)].join(', ')
}
