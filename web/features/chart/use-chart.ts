import { getBoardAtDay, getChartReigns } from '@stepledger/contracts/http/board-history.ts'
import { getChartEffort, getChartGrades } from '@stepledger/contracts/http/chart-effort.ts'
import { getChartPlaces } from '@stepledger/contracts/http/chart-places.ts'
import {
  type ChartPage,
  chartRecentPlays,
  getChart,
  getChartLeaderboards,
} from '@stepledger/contracts/http/charts.ts'
import { getCountryBoard } from '@stepledger/contracts/http/country-boards.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readKey, useRead } from '../../api/use-call.ts'
import { patchPage } from '../../live/patch-page.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { withNewPlay, withoutWithdrawnPlay } from './patch-chart.ts'

/** Minimum time between refetches of the viewer's places and effort, ms: private, uncached reads. */
const placesPause = 3000

/**
 * A chart, a page of its boards and the viewer's places, kept live: pushed plays are added to the recent list, and the
 * boards are refetched. `arrived`: ids of the last pushed plays.
 */
export function useChart(hash: string, page: number) {
  const queries = useQueryClient()
  const user = useUser()
  const [arrived, setArrived] = useState<readonly number[]>([])
  const input = { params: { hash } }
  const chartKey = readKey(getChart, input)
  const refetch = (key: readonly unknown[]) => void queries.invalidateQueries({ queryKey: key })
  /** Refetches a read of this chart, with any other parameters. */
  const refetchOfChart = (name: string) =>
    void queries.invalidateQueries({
      predicate: ({ queryKey: [, read, params] }) => read === name && isOfChart(params, hash),
    })
  const refetchPlaces = useThrottled(() => {
    refetch(readKey(getChartPlaces, input))
    // Without the board: matches every board.
    refetch(readKey(getChartEffort, input).slice(0, 3))
    refetch(readKey(getChartGrades, input))
    refetch(readKey(getChartReigns, input).slice(0, 3))
  }, placesPause)
  // Without the page: matches every page of the boards.
  const boardsKey = readKey(getChartLeaderboards, input).slice(0, 3)
  const refetchBoards = useThrottled(() => {
    refetch(boardsKey)
    refetchOfChart(getCountryBoard.name)
    refetchPlaces()
  })
  const refetchAll = useThrottled(() => {
    refetch(chartKey)
    refetch(boardsKey)
    refetchOfChart(getCountryBoard.name)
    // Only withdrawals and packs change the past.
    refetchOfChart(getBoardAtDay.name)
    refetchPlaces()
  })

  const patch = (change: (chart: ChartPage) => ChartPage) =>
    patchPage<ChartPage>(queries, chartKey, change, refetchAll)

  useTopic(
    `chart:${hash}`,
    (message) => {
      if (message.type === 'play') {
        patch((chart) => withNewPlay(chart, message.play))
        setArrived((before) => [message.play.playId, ...before].slice(0, chartRecentPlays))
        refetchBoards()
      } else {
        if (message.type === 'withdrawn') patch((chart) => withoutWithdrawnPlay(chart, message.playId))
        refetchAll()
      }
    },
    refetchAll,
  )

  const boards = useRead(getChartLeaderboards, { ...input, query: { page } }, { keepPrevious: true })
  const firstBoards = useRead(getChartLeaderboards, { ...input, query: { page: 1 } }, { enabled: page !== 1 })
  return {
    chart: useRead(getChart, input),
    boards,
    firstPage: (page === 1 ? boards : firstBoards).data?.leaderboards,
    places: useRead(getChartPlaces, input, { enabled: user !== null }),
    arrived,
  }
}

export type ChartReads = ReturnType<typeof useChart>

function isOfChart(params: unknown, hash: string): boolean {
  return typeof params === 'object' && params !== null && 'hash' in params && params.hash === hash
}
