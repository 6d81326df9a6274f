import {
  type ChartPage,
  chartRecentPlays,
  getChart,
  getChartLeaderboards,
} from '@stepledger/contracts/http/charts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { readKey, useRead } from '../../api/use-call.ts'
import { withoutPlay, withPlay } from '../../live/patch-plays.ts'
import { useTopic } from '../../live/use-topic.ts'

/** A chart and a page of its boards, kept live: a pushed play goes into the recent list, and the boards are fetched anew. */
export function useChart(hash: string, page: number) {
  const queries = useQueryClient()
  const chartKey = readKey(getChart, { params: { hash } })
  const boardsKey = readKey(getChartLeaderboards, { params: { hash }, query: { page } })
  const refetch = (key: readonly unknown[]) => void queries.invalidateQueries({ queryKey: key })
  const patch = (change: (plays: ChartPage['recentPlays']) => ChartPage['recentPlays']) =>
    queries.setQueryData<ChartPage>(
      chartKey,
      (chart) => chart && { ...chart, recentPlays: change(chart.recentPlays) },
    )
  const refetchAll = () => {
    refetch(chartKey)
    refetch(boardsKey)
  }

  useTopic(
    `chart:${hash}`,
    (message) => {
      if (message.type === 'play') {
        patch((plays) => withPlay(plays, message.play, chartRecentPlays))
        refetch(boardsKey)
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
