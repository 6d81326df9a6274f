import { Fragment } from 'react'
import { errorText } from '../../api/call-error.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { useUser } from '../../session/use-session.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { LeaderboardToggle } from '../../ui/leaderboard-toggle.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { Announcement, AnnouncementOnItsWay } from './announcement.tsx'
import { EventCharts } from './event-charts.tsx'
import { MostPlayed } from './most-played.tsx'
import { OverallLeaderboard } from './overall-leaderboard.tsx'
import { RecentScores } from './recent-scores.tsx'
import { useSeenAnnouncement } from './seen-announcement.ts'
import { useHome } from './use-home.ts'
import { WelcomeBanner } from './welcome-banner.tsx'
import { YourWeek } from './your-week.tsx'

/** What is going on: the event, its board, and the scores that come in. */
export function HomePage() {
  useDocumentTitle(null)
  const [board, chooseBoard] = useActiveBoard()
  const user = useUser()
  const { data, error, refetch } = useHome()
  const toggle = <LeaderboardToggle value={board} onChange={chooseBoard} />
  const announced = data === undefined || data.announcement !== null
  const seen = useSeenAnnouncement(data)
  return (
    <>
      <h1 className="sr-only">Stepledger</h1>
      <div className="grid gap-4 md:gap-6">
        {!user?.userHasSubmittedScore && <WelcomeBanner />}
        {/* Other elements when the data are there, not the same ones elsewhere; the footer stays below the window: nothing moves. */}
        <div key={data ? 'here' : 'on its way'} className="grid min-h-dvh content-start gap-4 md:gap-6">
          {error && !data && (
            <ErrorBanner
              {...errorText(error, 'Failed to load Blue Shift data')}
              onRetry={() => void refetch()}
            />
          )}
          {!data && !error && seen && <AnnouncementOnItsWay />}
          {data?.announcement && (
            <Announcement
              text={data.announcement}
              downloadUrl={data.announcementDownloadUrl}
              event={data.event}
            />
          )}
          <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_1fr]">
            <Panel title="Recent Scores" aside={toggle} className="lg:row-span-2">
              {data ? (
                <RecentScores plays={data.recentPlays} />
              ) : (
                <Waiting
                  failed={error !== null}
                  rows={3}
                  room="min-h-[50rem] @min-[44rem]/panel:min-h-[33.4375rem]"
                />
              )}
            </Panel>
            {announced ? (
              <Fragment key="event">
                <Panel
                  title="Overall Leaderboard"
                  aside={toggle}
                  className={data?.overallLeaderboard || (!data && seen) ? 'max-lg:order-first' : ''}
                >
                  {data ? (
                    <OverallLeaderboard standings={data.overallLeaderboard} />
                  ) : (
                    <Waiting failed={error !== null} rows={3} room="min-h-[11.625rem]" board />
                  )}
                </Panel>
                <Panel title="Event Charts">
                  {data ? (
                    <EventCharts charts={data.charts} />
                  ) : (
                    <Waiting failed={error !== null} rows={5} board />
                  )}
                </Panel>
              </Fragment>
            ) : (
              // Other panels, not the same ones elsewhere: nothing moves.
              <Fragment key="week">
                {user && (
                  <Panel title="Your Week">
                    <YourWeek user={user} />
                  </Panel>
                )}
                <Panel title="Most Played Lately">
                  <MostPlayed charts={data.mostPlayed} />
                </Panel>
              </Fragment>
            )}
          </div>
        </div>
      </div>
    </>
  )
}

interface WaitingProps {
  readonly failed: boolean
  readonly rows: number
  /** The height that a full list will have, so that what stands below does not move when it comes. */
  readonly room?: string
  readonly board?: boolean
}

function Waiting({ failed, rows, room = '', board = false }: WaitingProps) {
  if (failed) return <p className="mute pad">Not loaded.</p>
  return (
    <div className={room}>
      <SkeletonRows rows={rows} shape={board ? 'board' : 'play'} />
    </div>
  )
}
