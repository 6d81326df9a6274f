import { getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import {
  getHome,
  type HomePage as Home,
  homeBoardKeys,
  homeRecentPlays,
} from '@stepledger/contracts/http/home.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { readKey, useRead, useRefetch } from '../../api/use-call.ts'
import { LiveScoresPanel } from '../../live/live-list.tsx'
import { patchPage, withoutPlay, withPlay } from '../../live/patch-page.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { RankingsTable } from '../../parts/competition/rankings-table.tsx'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { ActiveBoardToggle, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useIsVisitor, useSigning, useUser } from '../../sign-in/use-session.ts'
import { Difficulty, RowDifficulty } from '../../ui/difficulty.tsx'
import { counted } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Table, useRowLink } from '../../ui/lists/table.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CallFailure, Empty, SkeletonRows } from '../../ui/states.tsx'
import { useMedia } from '../../ui/use-wide.ts'
import { Announcement, AnnouncementSkeleton, useSeenAnnouncement } from './announcement.tsx'
import { ForYou, useOwnCompetitions } from './for-you.tsx'
import { HomeScores } from './home-scores.tsx'

/** Below 1024 px all panels are in one column, those about the viewer and the event first. */
const column = 'contents lg:grid lg:min-w-0 lg:grid-cols-1 lg:gap-6'

/** Phones have no room for the heads of columns that explain themselves. */
const withoutHead = 'max-md:[&_thead]:sr-only'

export function HomePage() {
  useDocumentTitle(null)
  const user = useUser()
  const isVisitor = useIsVisitor()
  const { data, error, refetch } = useHome()
  const announced = data === undefined || data.announcement !== null
  const seen = useSeenAnnouncement(data)
  return (
    <>
      <h1 className="sr-only">Stepledger</h1>
      <div className="grid gap-3 md:gap-6">
        {(user ? !user.userHasSubmittedScore : isVisitor) && <WelcomeBanner />}
        {/* The key remounts these elements, which avoids a layout shift; the footer stays below the fold. */}
        <div key={data ? 'loaded' : 'loading'} className="grid min-h-dvh content-start gap-3 md:gap-6">
          {error && !data && (
            <CallFailure error={error} sentence="Failed to load Blue Shift data" onRetry={refetch} />
          )}
          {!data && !error && seen && <AnnouncementSkeleton />}
          {data?.announcement && (
            <Announcement
              text={data.announcement}
              downloadUrl={data.announcementDownloadUrl}
              competition={data.event}
            />
          )}
          {data && isEmpty(data) ? (
            <EmptySite />
          ) : (
            <div className="grid items-start gap-3 md:gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
              <div className={column}>
                {data ? (
                  <LiveScoresPanel list="home" plays={data.recentPlays} empty="No recent scores available">
                    {(rows, fresh) => <HomeScores plays={rows} fresh={fresh} />}
                  </LiveScoresPanel>
                ) : (
                  <Panel title="Recent Scores" aside={<ActiveBoardToggle />}>
                    <ListSkeleton
                      failed={error !== null}
                      rows={3}
                      minHeight="min-h-[50rem] @min-[44rem]/panel:min-h-[33.1875rem]"
                    />
                  </Panel>
                )}
                <Panel title="Event Charts" className={`max-lg:order-last ${withoutHead}`}>
                  {data ? (
                    <CompetitionCharts charts={data.charts} />
                  ) : (
                    <ListSkeleton failed={error !== null} rows={5} board />
                  )}
                </Panel>
              </div>
              <div className={column}>
                {user?.userHasSubmittedScore && (
                  <div className="max-lg:order-first">
                    <ForYou user={user} competition={data?.event} />
                  </div>
                )}
                {data && !announced && (
                  <Panel title="Most Played Recently">
                    <MostPlayed charts={data.mostPlayed} />
                  </Panel>
                )}
                <Panel
                  title="Overall Leaderboard"
                  aside={<ActiveBoardToggle />}
                  className={`${withoutHead} ${announced && (data?.overallLeaderboard || (!data && seen)) ? 'max-lg:order-first' : ''}`}
                >
                  {data ? (
                    <OverallLeaderboard standings={data.overallLeaderboard} />
                  ) : (
                    <ListSkeleton failed={error !== null} rows={3} minHeight="min-h-[11.625rem]" board />
                  )}
                </Panel>
              </div>
            </div>
          )}
        </div>
      </div>
    </>
  )
}

const isEmpty = ({ announcement, recentPlays, overallLeaderboard }: Home) =>
  announcement === null && recentPlays.length === 0 && overallLeaderboard === null

/** What the panels of a site without plays would say. */
function EmptySite() {
  return (
    <section className="panel" aria-label="Scores">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 p-4 md:gap-x-6 md:p-6">
        <dt className="font-semibold">Recent Scores</dt>
        <dd className="mute">No recent scores available</dd>
        <dt className="font-semibold">Overall Leaderboard</dt>
        <dd className="mute">No leaderboard data available</dd>
        <dt className="font-semibold">Event Charts</dt>
        <dd className="mute">No charts available</dd>
      </dl>
      <p className="mute border-t border-line p-4 text-sm md:px-6">
        Do you run this site? <code>npm run seed -- --plays 2000</code> fills it with a made-up history, to
        look around.
      </p>
    </section>
  )
}

interface WaitingProps {
  readonly failed: boolean
  readonly rows: number
  /** The height of a full list, which prevents a layout shift when it loads. */
  readonly minHeight?: string
  readonly board?: boolean
}

function ListSkeleton({ failed, rows, minHeight = '', board = false }: WaitingProps) {
  if (failed) return <p className="mute pad">Couldn't load this.</p>
  return (
    <div className={minHeight}>
      <SkeletonRows rows={rows} shape={board ? 'board' : 'play'} />
    </div>
  )
}

const steps = [
  'Create an account',
  'Link your game with the code it shows',
  'Play: your score shows up at once',
]

function WelcomeBanner() {
  const user = useUser()
  const current = user === null ? 0 : 1
  return (
    <section className="panel grid md:grid-cols-[minmax(0,1fr)_23rem]" aria-labelledby="welcome">
      <div className="p-4 md:p-6">
        <h2
          id="welcome"
          className="wrap-anywhere text-xl font-extrabold font-stretch-semi-expanded md:text-2xl"
        >
          {user === null ? (
            <>
              {/* Fonts differ in where the line would break, and the page would move when the second one arrives. */}
              Every step you <br className="md:hidden" />
              took, on the record
            </>
          ) : (
            `Welcome, ${user.alias}`
          )}
        </h2>
        <p className="mute mt-2 max-w-[52ch] md:text-lg">
          {user === null
            ? 'Stepledger ranks the scores your game sends, and shows you the timing of every step.'
            : 'Your account is ready. Now tell the game where to send your scores.'}
        </p>
        <div className="mt-4 flex flex-wrap gap-2 md:mt-5">
          {user === null ? (
            <Link className="btn btn-primary h-11 md:h-10" to="/register">
              Create Account
            </Link>
          ) : (
            <Link className="btn btn-primary h-11 md:h-10" to="/help#setup">
              Finish Setup &amp; Submit a Score
            </Link>
          )}
          <Link className="btn h-11 md:h-10" to="/help#what-is">
            What Is Stepledger?
          </Link>
        </div>
      </div>
      <ol className="grid content-center border-t border-line px-4 py-2 md:border-t-0 md:border-l md:p-6">
        {steps.map((step, i) => (
          <li
            key={step}
            className={`flex items-center gap-3 py-0.5 md:py-1.5 ${i === current ? 'font-semibold' : 'mute'}`}
          >
            <span
              className={`grid size-6 shrink-0 place-items-center rounded-[2px] border font-bold md:size-7 ${i === current ? 'border-base-content' : 'border-line'}`}
            >
              {i < current ? <Icon name="check" /> : i + 1}
            </span>
            <span>{step}</span>
            {i < current && <span className="sr-only">Done</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const eventRoutes = [getHome, getCompetitionPlayer]

/** The home page's data, kept live: pushed plays are added to the cache without a request. */
function useHome() {
  const queries = useQueryClient()
  const refetchReads = useRefetch()
  const user = useUser()
  const { refresh } = useSigning()
  const key = readKey(getHome)
  const refetch = useThrottled(() => void refetchReads([getHome]))
  const patch = (change: (plays: Home['recentPlays']) => Home['recentPlays']) =>
    patchPage<Home>(queries, key, (page) => ({ ...page, recentPlays: change(page.recentPlays) }), refetch)

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
  const own = useOwnCompetitions()
  // Waits for the viewer's events too, which prevents a layout shift.
  return { ...read, data: own.isLoading ? undefined : read.data }
}

function MostPlayed({ charts }: { charts: Home['mostPlayed'] }) {
  const rowLink = useRowLink()
  if (charts.length === 0) return <Empty title="No charts available" />
  return (
    <ol>
      {charts.map((chart) => (
        <li
          key={chart.hash}
          {...rowLink(
            `/chart/${chart.hash}`,
            'flex min-h-[2.625rem] items-center gap-3 border-b border-line px-4 last:border-0',
          )}
        >
          <RowDifficulty chart={chart} />
          <Link to={`/chart/${chart.hash}`} className="hit block min-w-0 flex-1">
            <span className="block truncate font-semibold leading-4">{titleOrUnknown(chart.title)}</span>
            <span className="mute block truncate text-xs">{artistOrUnknown(chart.artist)}</span>
          </Link>
          <span className="mute whitespace-nowrap text-sm">{counted(chart.plays, 'play')}</span>
        </li>
      ))}
    </ol>
  )
}

function CompetitionCharts({ charts }: { charts: Home['charts'] }) {
  const [rows, more] = useFirstRows(charts)
  if (charts.length === 0) return <Empty title="No charts available" />
  return (
    <>
      <Table
        className="mid table-fixed"
        rows={rows}
        keyOf={({ hash }) => hash}
        to={({ hash }) => `/chart/${hash}`}
        columns={[
          {
            head: 'Chart',
            cell: (chart) => (
              <Link to={`/chart/${chart.hash}`} className="hit block min-w-0">
                <span className="block truncate font-semibold">{titleOrUnknown(chart.title)}</span>
                <span className="mute block truncate text-xs">
                  {chart.artist}
                  <span className="sm:hidden"> · {chart.credit || 'Unknown'}</span>
                </span>
              </Link>
            ),
          },
          {
            head: 'Difficulty',
            width: 'w-29',
            cell: ({ difficulty, meter }) => <Difficulty difficulty={difficulty} meter={meter} />,
          },
          {
            head: 'Chart Artist',
            width: 'hidden w-27 sm:[display:table-column]',
            className: 'hidden sm:[display:table-cell]',
            cellClass: 'mute truncate text-sm',
            cell: ({ credit }) => credit || 'Unknown',
          },
        ]}
      />
      {more && <p className="border-t border-line px-4 py-[0.6875rem] text-sm">{more}</p>}
    </>
  )
}

function OverallLeaderboard({ standings }: { standings: Home['overallLeaderboard'] }) {
  const [board] = useActiveBoard()
  const [rankings, more] = useFirstRows(
    standings?.leaderboards[homeBoardKeys[board]].rankings.slice(0, 10) ?? [],
  )
  if (rankings.length === 0) return <Empty title="No leaderboard data available" />
  return (
    <>
      <RankingsTable rankings={rankings} />
      <p className="flex gap-4 border-t border-line px-4 py-[0.6875rem] text-sm">
        {more}
        <Link className="hit link" to="/leaderboards/overall">
          View full
        </Link>
      </p>
    </>
  )
}

const rowsOnPhones = 5

/** On phones the first rows of a list and a button that shows all; otherwise all rows. */
function useFirstRows<Row>(rows: readonly Row[]): [readonly Row[], ReactNode] {
  const isPhone = useMedia('(width < 48rem)')
  const [all, setAll] = useState(false)
  if (!isPhone || all || rows.length <= rowsOnPhones) return [rows, null]
  return [
    rows.slice(0, rowsOnPhones),
    <button key="all" type="button" className="hit link" onClick={() => setAll(true)}>
      All {rows.length}
    </button>,
  ]
}
