import {
  type ChartPage,
  chartRecentPlays,
  getChart,
  getChartLeaderboards,
} from '@stepledger/contracts/http/charts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { readKey, useRead } from '../../api/use-call.ts'
import { patchPage } from '../../live/patch-page.ts'
import { withoutPlay, withPlay } from '../../live/patch-plays.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { useTopic } from '../../live/use-topic.ts'

/** A chart and a page of its boards, kept live: a pushed play goes into the recent list, and the boards are fetched again. */
export function useChart(hash: string, page: number) {
  const queries = useQueryClient()
  const chartKey = readKey(getChart, { params: { hash } })
  const boardsKey = readKey(getChartLeaderboards, { params: { hash }, query: { page } })
  const refetch = (key: readonly unknown[]) => void queries.invalidateQueries({ queryKey: key })
  const refetchBoards = useThrottled(() => refetch(boardsKey))
  const refetchAll = useThrottled(() => {
    refetch(chartKey)
    refetch(boardsKey)
  })

  const patch = (change: (plays: ChartPage['recentPlays']) => ChartPage['recentPlays']) =>
    patchPage<ChartPage>(
      queries,
      chartKey,
      (chart) => ({ ...chart, recentPlays: change(chart.recentPlays) }),
      refetchAll,
    )

  useTopic(
    `chart:${hash}`,
    (message) => {
      if (message.type === 'play') {
        patch((plays) => withPlay(plays, message.play, chartRecentPlays))
        refetchBoards()
      } else {
        if (message.type === 'withdrawn') patch((plays) => withoutPlay(plays, message.playId))
        refetchAll()
      }
    },
    refetchAll,
  )

  return {
    chart: useRead(getChart, { params: { hash } }),
    boards: useRead(getChartLeaderboards, { params: { hash }, query: { page } }, { keepPrevious: true }),
  }
}
