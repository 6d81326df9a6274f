import { getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import { getHome, type HomePage, homeRecentPlays } from '@stepledger/contracts/http/home.ts'
import { useQueryClient } from '@tanstack/react-query'
import { readKey, useRead, useRefetch } from '../../api/use-call.ts'
import { patchPage } from '../../live/patch-page.ts'
import { withoutPlay, withPlay } from '../../live/patch-plays.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { useSigning, useUser } from '../../sign-in/use-session.ts'

const eventRoutes = [getHome, getCompetitionPlayer]

/** The home page's data, kept live: pushed plays are added to the cache without a request. */
export function useHome() {
  const queries = useQueryClient()
  const refetchReads = useRefetch()
  const user = useUser()
  const { refresh } = useSigning()
  const key = readKey(getHome)
  const refetch = useThrottled(() => void refetchReads([getHome]))
  const patch = (change: (plays: HomePage['recentPlays']) => HomePage['recentPlays']) =>
    patchPage<HomePage>(queries, key, (page) => ({ ...page, recentPlays: change(page.recentPlays) }), refetch)

  useTopic(
    'home',
    (message) => {
      if (message.type === 'play') {
        patch((plays) => withPlay(plays, message.play, homeRecentPlays))
        // The viewer's first score: the refreshed user hides the welcome banner.
        if (user?.id === message.play.user.id && !user.userHasSubmittedScore) void refresh()
      } else if (message.type === 'withdrawn') {
        patch((plays) => withoutPlay(plays, message.playId))
        refetch()
      } else if (message.type === 'changed') refetch()
    },
    refetch,
  )
  const read = useRead(getHome, {})
  useCompetitionTopic(read.data?.event?.slug ?? null, eventRoutes)
  return read
}
