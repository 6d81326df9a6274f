import {
  getBoardAtDay,
  getChartPlaces,
  getChartReigns,
  getCountryBoard,
} from '@stepledger/contracts/http/boards.ts'
import {
  type ChartPage,
  chartRecentPlays,
  getChart,
  getChartEffort,
  getChartLeaderboards,
} from '@stepledger/contracts/http/charts.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ReadRoute, readKey, useRead, useRefetch } from '../../api/use-call.ts'
import { patchPage, withoutPlay, withPlay } from '../../live/patch-page.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { useBoards } from './board.tsx'

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
  const refetchReads = useRefetch()
  const refetch = (routes: readonly ReadRoute[]) => void refetchReads(routes, { hash })
  const refetchPlaces = useThrottled(
    () => refetch([getChartPlaces, getChartEffort, getChartReigns]),
    placesPause,
  )
  const refetchBoards = useThrottled(() => {
    refetch([getChartLeaderboards, getCountryBoard])
    refetchPlaces()
  })
  const refetchAll = useThrottled(() => {
    // Only withdrawals and packs change the past.
    refetch([getChart, getChartLeaderboards, getCountryBoard, getBoardAtDay])
    refetchPlaces()
  })

  const patch = (change: (chart: ChartPage) => ChartPage) =>
    patchPage<ChartPage>(queries, readKey(getChart, input), change, refetchAll)

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

  return {
    chart: useRead(getChart, input),
    ...useBoards(hash, page),
    places: useRead(getChartPlaces, input, { enabled: user !== null }),
    arrived,
  }
}

export type ChartReads = ReturnType<typeof useChart>

/** Adds a pushed play to the chart and its count; idempotent for a repeated play. */
export function withNewPlay(chart: ChartPage, play: RecentPlay): ChartPage {
  const known = chart.recentPlays.some(({ playId }) => playId === play.playId)
  return {
    ...chart,
    plays: known ? chart.plays : chart.plays + 1,
    recentPlays: withPlay(chart.recentPlays, play, chartRecentPlays),
  }
}

/** Removes a withdrawn play from the list; the next fetch counts again. */
export function withoutWithdrawnPlay(chart: ChartPage, playId: number): ChartPage {
  return { ...chart, recentPlays: withoutPlay(chart.recentPlays, playId) }
}
