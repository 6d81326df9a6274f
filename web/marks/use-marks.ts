import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { type ChartMark, getChartMarks, maxMarkedCharts } from '@stepledger/contracts/http/marks.ts'
import { useMemo } from 'react'
import { useRead } from '../api/use-call.ts'
import { entryOf } from '../leaderboard/board-name.ts'
import { useUser } from '../session/use-session.ts'

/** The viewer's best on a chart. */
export interface OwnMark {
  readonly plays: number
  readonly ranked: boolean
  /** Null if no play counts, even without a fail. */
  readonly best: ChartMark['leaderboards'][number] | null
}

/**
 * Returns the viewer's marks on charts of a list, by hash; null without a session, and until they are loaded. A page is
 * the same for everyone, so they are read separately and added to it.
 */
export function useMarks(hashes: readonly string[], board: BoardName): ReadonlyMap<string, OwnMark> | null {
  const user = useUser()
  const charts = [...new Set(hashes)].slice(0, maxMarkedCharts).sort().join()
  const { data } = useRead(
    getChartMarks,
    { query: { charts } },
    { enabled: user !== null && charts !== '', keepPrevious: true },
  )
  return useMemo(() => {
    if (!data) return null
    return new Map(
      data.marks.map(({ hash, plays, ranked, leaderboards }) => [
        hash,
        { plays, ranked, best: entryOf(leaderboards, board) ?? null },
      ]),
    )
  }, [data, board])
}
