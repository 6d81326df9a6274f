import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { getChartPlaces } from '@stepledger/contracts/http/boards.ts'
import { getChart, getChartLeaderboards } from '@stepledger/contracts/http/charts.ts'
import { getCompetitionPlayer, listCompetitions } from '@stepledger/contracts/http/competitions.ts'
import { getHome } from '@stepledger/contracts/http/home.ts'
import { listOwnCompetitions } from '@stepledger/contracts/http/participation.ts'
import { listPlaySessions } from '@stepledger/contracts/http/play-sessions.ts'
import { getPlayer, getPlayerActivity, getPlayerGrades } from '@stepledger/contracts/http/players.ts'
import { getPlay, getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import { getHeadToHead } from '@stepledger/contracts/http/rivals.ts'
import { chartHash, numericIdText, playerId } from '@stepledger/contracts/ids.ts'
import type { ComponentType } from 'react'
import type { Prefetch } from '../api/use-call.ts'
import { filtersFrom, queryOf, viewFrom } from '../features/profile/filters.ts'
import { latestCompetition } from '../features/profile/latest-competition.ts'
import { pageFrom } from '../ui/pagination.tsx'

/** The path parameters and the query of the navigation, and who looks. */
export interface PageAddress {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: URLSearchParams
  readonly board: BoardName
  /** The id of the signed-in player, or null. */
  readonly viewer: string | null
}

export interface Page {
  /** In React Router's syntax, without the leading slash. */
  readonly path: string
  /** A chunk of its own. */
  readonly load: () => Promise<ComponentType>
  /** Prefetches the page's first reads while its chunk loads. */
  readonly readsFirst?: (prefetch: Prefetch, address: PageAddress) => void
}

const profile = async () => (await import('../features/profile/profile-page.tsx')).ProfilePage

export const publicPages: readonly Page[] = [
  {
    path: '',
    load: async () => (await import('../features/home/home-page.tsx')).HomePage,
    readsFirst: (prefetch, { viewer, board }) => {
      prefetch(getHome, {})
      if (viewer !== null) prefetch(listOwnCompetitions, { query: { leaderboard: board } })
    },
  },
  {
    path: 'play/:playId?',
    load: async () => (await import('../features/play/play-page.tsx')).PlayPage,
    readsFirst: (prefetch, { params: { playId } }) => {
      if (playId === undefined || !numericIdText.safeParse(playId).success) return
      const play = { params: { id: playId } }
      void prefetch(getPlay, play)
      void prefetch(getPlayStandings, play)
    },
  },
  {
    path: 'chart/:chartHash?',
    load: async () => (await import('../features/chart/chart-page.tsx')).ChartPage,
    readsFirst: (prefetch, { params, search, viewer }) => {
      const hash = chartHash.safeParse(params.chartHash?.toLowerCase())
      if (!hash.success) return
      const chart = { params: { hash: hash.data } }
      void prefetch(getChart, chart)
      void prefetch(getChartLeaderboards, { ...chart, query: { page: pageFrom(search.get('page')) } })
      if (viewer !== null) void prefetch(getChartPlaces, chart)
    },
  },
  { path: 'charts', load: async () => (await import('../features/charts/charts-page.tsx')).ChartsPage },
  { path: 'pack/:id?', load: async () => (await import('../features/pack/pack-page.tsx')).PackPage },
  { path: 'packs', load: async () => (await import('../features/packs/packs-page.tsx')).PacksPage },
  {
    path: 'leaderboards/overall',
    load: async () => (await import('../features/competition/overall-page.tsx')).OverallPage,
  },
  { path: 'events', load: async () => (await import('../features/competition/events-page.tsx')).EventsPage },
  {
    path: 'event',
    load: async () => (await import('../features/competition/current-event-page.tsx')).CurrentEventPage,
  },
  {
    path: 'event/:slug',
    load: async () => (await import('../features/competition/competition-page.tsx')).CompetitionPage,
  },
  { path: 'user/:userId', load: profile, readsFirst: readProfile },
  {
    path: 'user/:userId/sessions',
    load: async () => (await import('../features/profile/sessions-page.tsx')).SessionsPage,
  },
  {
    path: 'user/:userId/progress',
    load: async () => (await import('../features/progress/progress-page.tsx')).ProgressPage,
  },
  {
    path: 'session/:playId',
    load: async () => (await import('../features/play-session/play-session-page.tsx')).PlaySessionPage,
  },
  { path: 'help', load: async () => (await import('../features/help/help-page.tsx')).HelpPage },
  { path: 'data', load: async () => (await import('../features/data/data-page.tsx')).DataPage },
  { path: 'privacy', load: async () => (await import('../features/privacy/privacy-page.tsx')).PrivacyPage },
  { path: 'login', load: async () => (await import('../features/sign-in/login-page.tsx')).LoginPage },
  {
    path: 'register',
    load: async () => (await import('../features/sign-in/register-page.tsx')).RegisterPage,
  },
  {
    path: 'verify-email',
    load: async () => (await import('../features/sign-in/verify-email-page.tsx')).VerifyEmailPage,
  },
  {
    path: 'confirm-email',
    load: async () => (await import('../features/sign-in/confirm-email-page.tsx')).ConfirmEmailPage,
  },
  {
    path: 'confirm-deletion',
    load: async () => (await import('../features/sign-in/confirm-email-page.tsx')).ConfirmDeletionPage,
  },
  {
    path: 'forgot-password',
    load: async () => (await import('../features/sign-in/reset-password-page.tsx')).ForgotPasswordPage,
  },
  {
    path: 'reset-password',
    load: async () => (await import('../features/sign-in/reset-password-page.tsx')).ResetPasswordPage,
  },
]

/** Visitors are redirected to /login. */
export const privatePages: readonly Page[] = [
  { path: 'user', load: profile, readsFirst: readProfile },
  {
    path: 'profile',
    load: async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
  },
  {
    path: 'notifications',
    load: async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage,
  },
  {
    path: 'what-to-play',
    load: async () => (await import('../features/suggestions/suggestions-page.tsx')).SuggestionsPage,
  },
  { path: 'rivals', load: async () => (await import('../features/rivals/rivals-page.tsx')).RivalsPage },
  {
    path: 'rivals/:userId',
    load: async () => (await import('../features/rivals/head-to-head-page.tsx')).HeadToHeadPage,
  },
  { path: 'link', load: async () => (await import('../features/sign-in/link-page.tsx')).LinkPage },
  {
    path: 'events/new',
    load: async () => (await import('../features/organise/new-event-page.tsx')).NewEventPage,
  },
  {
    path: 'events/drafts/:id',
    load: async () => (await import('../features/organise/draft-page.tsx')).DraftPage,
  },
  {
    path: 'event/:slug/organise',
    load: async () => (await import('../features/organise/organise-page.tsx')).OrganisePage,
  },
  {
    path: 'pack-uploader',
    load: async () => (await import('../features/uploader/pack-uploader-page.tsx')).PackUploaderPage,
  },
  { path: 'admin', load: async () => (await import('../features/admin/admin-page.tsx')).AdminPage },
]

/** Rendered without the navigation and the footer. */
export const barePages: readonly Page[] = [
  {
    path: 'overlay/event/:slug',
    load: async () =>
      (await import('../features/overlay/competition-overlay-page.tsx')).CompetitionOverlayPage,
  },
  {
    path: 'overlay/:userId',
    load: async () => (await import('../features/overlay/overlay-page.tsx')).OverlayPage,
  },
]

/** All that the page waits for. Other lists than the recent plays come with the page. */
function readProfile(prefetch: Prefetch, { params: { userId }, search, board, viewer }: PageAddress): void {
  const known = playerId.safeParse(userId ?? viewer)
  if (!known.success) return
  const id = known.data
  const params = { id }
  const { tab } = viewFrom(search)
  if (tab === 'recent') void prefetch(getPlayer, { params, query: queryOf(filtersFrom(search), board) })
  void prefetch(getPlayerActivity, { params })
  void prefetch(getPlayerGrades, {
    params,
    query: { leaderboard: board, list: tab === 'firsts' ? 'firsts' : 'best' },
  })
  void prefetch(listPlaySessions, { params })
  if (viewer !== null && viewer !== id)
    void prefetch(getHeadToHead, { params, query: { leaderboard: board, limit: 1 } })
  void prefetch(listCompetitions, {}).then((list) => {
    const competition = latestCompetition(list?.events ?? [])
    if (competition) void prefetch(getCompetitionPlayer, { params: { slug: competition.slug, id } })
  })
}
