import { getPlay, getPlayExplanation, getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import type { PlayInCompetition } from '@stepledger/contracts/http/shapes/competition.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { PlayContext } from '@stepledger/contracts/http/shapes/standing.ts'
import { useRef, useState } from 'react'
import { isNotFound } from '../../api/call-error.ts'
import { useRead, useRefetch } from '../../api/use-call.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'

/** Minimum time between refetches of the standings, ms; they change with every play of the chart. */
const standingsPause = 3000

/** Interval between refetches of a play whose steps could not be read, ms. */
const stepsPause = 10_000

const noEvents: readonly PlayInCompetition[] = []
const noContext: readonly PlayContext[] = []

/**
 * A play and its standings, kept live: other plays of the chart change the standings, a new generation may change the
 * score. A play that is withdrawn stays on screen with a note.
 */
export function usePlay(id: string) {
  const refetchReads = useRefetch()
  const input = { params: { id } }
  const play = useRead(getPlay, input, { every: (read) => (read?.hasSteps === false ? stepsPause : false) })
  const standings = useRead(getPlayStandings, input)
  const competitions = standings.data?.events ?? noEvents
  const [withdrawn, setWithdrawn] = useState(false)
  const followed = useRef(false)

  const fetchStandings = () => void refetchReads([getPlayStandings], { id })
  const refetchStandings = useThrottled(fetchStandings, standingsPause)
  const refetchAll = useThrottled(
    () => void refetchReads([getPlay, getPlayExplanation, getPlayStandings], { id }),
  )
  // The first gap comes with the first subscription, right after the first fetch: only the volatile part is refetched.
  const onGap = () => {
    if (followed.current) refetchAll()
    else fetchStandings()
    followed.current = true
  }
  useTopic(
    play.data ? `chart:${play.data.chart.hash}` : null,
    (message) => {
      if (message.type === 'withdrawn' && message.playId === Number(id)) setWithdrawn(true)
      else if (message.type === 'changed') refetchAll()
      else refetchStandings()
    },
    onGap,
  )
  useTopic(play.data ? `player:${play.data.user.id}` : null, (message) => {
    if (message.type === 'changed') refetchAll()
  })
  useTopic(competitions[0] ? `event:${competitions[0].slug}` : null, () => refetchStandings())
  return {
    play,
    standings: standings.data?.standings ?? null,
    context: standings.data?.context ?? noContext,
    events: competitions,
    isWithdrawn:
      withdrawn || (play.data !== undefined && (isNotFound(play.error) || isNotFound(standings.error))),
    before: useScoresBefore(play.data),
  }
}

/** The scores shown first, by board. */
export interface ScoresBefore {
  readonly scores: ReadonlyMap<string, string>
  /** Whether they were provisional. */
  readonly provisional: boolean
}

/** The scores shown first, once they differ from the current ones; null while they are the same. */
function useScoresBefore(play: Play | undefined): ScoresBefore | null {
  const [first, setFirst] = useState<ScoresBefore | null>(null)
  if (!play) return null
  const { leaderboards, provisional } = play
  const scores = new Map(leaderboards.map(({ leaderboard, data }) => [leaderboard, data.score]))
  if (first === null) {
    setFirst({ scores, provisional })
    return null
  }
  return [...scores].every(([board, score]) => first.scores.get(board) === score) ? null : first
}
