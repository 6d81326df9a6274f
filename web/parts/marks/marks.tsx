import type { BoardName } from '@stepledger/contracts/board-name.ts'
import {
  type ChartMark,
  getChartMarks,
  getPackMarks,
  maxMarkedCharts,
  maxMarkedPacks,
  type PackMark,
} from '@stepledger/contracts/http/marks.ts'
import type { GradeGroup } from '@stepledger/contracts/rules/grade-names.ts'
import { useMemo } from 'react'
import { useRead } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Grade } from '../../ui/score.tsx'
import { entryOf, useActiveBoard } from '../leaderboard/active-board.tsx'

export interface OwnMark {
  readonly ranked: boolean
  /** On the active board; null if no play counts, even without a fail. */
  readonly best: ChartMark['leaderboards'][number] | null
}

const none: ReadonlyMap<string, OwnMark> = new Map()

/**
 * Returns the viewer's marks on the charts of a list, by hash; empty until they are loaded, null without a session. A
 * page is the same for everyone, so they are read separately and added to it.
 */
export function useMarks(hashes: readonly string[]): ReadonlyMap<string, OwnMark> | null {
  const user = useUser()
  const [board] = useActiveBoard()
  const charts = [...new Set(hashes)].sort().slice(0, maxMarkedCharts).join()
  const { data } = useRead(
    getChartMarks,
    { query: { charts } },
    { enabled: user !== null && charts !== '', keepPrevious: true },
  )
  const marks = useMemo(
    () =>
      new Map(
        data?.marks.map(({ hash, ranked, leaderboards }) => [
          hash,
          { ranked, best: entryOf(leaderboards, board) ?? null },
        ]),
      ),
    [data, board],
  )
  if (user === null) return null
  return data ? marks : none
}

/** Returns what the viewer has achieved of packs, by id; null without a session. */
export function usePackMarks(ids: readonly number[]): ReadonlyMap<number, PackMark> | null {
  const user = useUser()
  const packs = [...ids]
    .sort((a, b) => a - b)
    .slice(0, maxMarkedPacks)
    .join()
  const { data } = useRead(
    getPackMarks,
    { query: { packs } },
    { enabled: user !== null && packs !== '', keepPrevious: true },
  )
  const marks = useMemo(() => new Map(data?.marks.map((mark) => [mark.id, mark])), [data])
  return user === null ? null : marks
}

/** The viewer's grade on a chart; a dash for a chart played without a score that counts, nothing for an unplayed one. */
export function MarkOf({ mark }: { mark: OwnMark | undefined }) {
  if (!mark) return <span className="sr-only">Not played</span>
  if (!mark.best)
    return (
      <span className="mute" title="Played, without a score that counts">
        –
      </span>
    )
  const title = `Your best: ${mark.best.score}%`
  return (
    <span title={title}>
      <span className="sr-only">{title}, </span>
      <Grade grade={mark.best.grade} ranked={mark.ranked} />
    </span>
  )
}

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
