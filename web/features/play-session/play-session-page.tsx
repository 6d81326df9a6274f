import type { ReachedMilestone } from '@stepledger/contracts/http/milestones.ts'
import { getPlaySession, getRivalsPassed } from '@stepledger/contracts/http/play-sessions.ts'
import { numericIdText } from '@stepledger/contracts/ids.ts'
import { sessionName } from '@stepledger/contracts/look/session-words.ts'
import { useParams } from 'react-router-dom'
import { useRead, useRefetch } from '../../api/use-call.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { keyOfMilestone, MilestoneRows, ReachedRow } from '../../milestones/milestone-rows.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { LoadingSign } from '../../ui/loading-screen.tsx'
import { NotFound, Pending, UnloadedPage } from '../../ui/page-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { AccuracyPanel } from './accuracy-panel.tsx'
import { BestMoments } from './best-moments.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { RivalsPassed } from './rivals-passed.tsx'
import { SessionCells } from './session-cells.tsx'
import { SessionHead } from './session-head.tsx'
import { SessionPlays } from './session-plays.tsx'

/** The session of which the play in the address is part. */
export function PlaySessionPage() {
  const { playId = '' } = useParams()
  if (!numericIdText.safeParse(playId).success) return <NoSession />
  return <KnownSession key={playId} id={playId} />
}

function NoSession() {
  return (
    <NotFound
      title="Session not found"
      text="Its plays don't exist or were deleted."
      way={{ to: '/', words: 'Recent Scores' }}
    />
  )
}

function KnownSession({ id }: { id: string }) {
  const { session: read, rivals, own } = usePlaySession(id)
  const session = read.data
  useDocumentTitle(session ? `${session.user.alias}: ${sessionName(session.day)}` : null)

  if (!session)
    return (
      <UnloadedPage
        name="Session"
        read={read}
        loading={<SessionSkeleton />}
        pending={<Pending what="session" />}
        missing={<NoSession />}
        sentence="Failed to load session"
      />
    )
  return (
    <>
      <SessionHead session={session} />
      <SessionCells session={session} rivalsPassed={own ? (rivals.data?.passed.length ?? null) : undefined} />
      <div
        className={`mt-4 grid grid-cols-1 items-start gap-4 md:mt-6 md:gap-6 ${own ? 'lg:grid-cols-[minmax(0,1fr)_26rem]' : ''}`}
      >
        <AccuracyPanel session={session} />
        {own && <RivalsPassed read={rivals} session={session} />}
      </div>
      <div className="mt-4 grid grid-cols-1 items-start gap-4 md:mt-6 md:gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-4 md:gap-6">
          <BestMoments session={session} />
          <SessionMilestones milestones={session.milestones} />
        </div>
        <PicturePanel id={id} session={session} />
      </div>
      <div className="mt-4 md:mt-6">
        <SessionPlays session={session} />
      </div>
    </>
  )
}

/**
 * The session of a play on the active board, refetched when its player plays, and the rivals passed in it if the player
 * is the viewer.
 */
function usePlaySession(id: string) {
  const [board] = useActiveBoard()
  const viewer = useUser()
  const refetchReads = useRefetch()
  const input = { params: { id }, query: { leaderboard: board } }
  const session = useRead(getPlaySession, input, { keepPrevious: true })
  const player = session.data?.user.id
  const own = player !== undefined && player === viewer?.id
  const rivals = useRead(getRivalsPassed, input, { enabled: own, keepPrevious: true })
  const refetch = useThrottled(() => void refetchReads([getPlaySession, getRivalsPassed]))
  useTopic(player === undefined ? null : `player:${player}`, refetch, refetch)
  return { session, rivals, own }
}

/** The milestones that plays of a session reached; nothing without any. */
function SessionMilestones({ milestones }: { milestones: readonly ReachedMilestone[] }) {
  if (milestones.length === 0) return null
  return (
    <Panel title="Milestones">
      <MilestoneRows>
        {milestones.map((milestone) => (
          <ReachedRow key={keyOfMilestone(milestone)} milestone={milestone} />
        ))}
      </MilestoneRows>
    </Panel>
  )
}

/** The skeleton of a session, in its final layout to prevent layout shifts. */
function SessionSkeleton() {
  return (
    <div className="min-h-dvh">
      <div aria-hidden="true">
        <div className="skeleton h-[1.375rem] w-32" />
        <div className="skeleton mt-1.5 h-8 w-64" />
        <div className="skeleton mt-2 h-3.5 w-56" />
      </div>
      <div className="panel mt-4 h-[9.5rem] sm:h-[7rem] lg:h-[4rem]" aria-hidden="true" />
      <div className="panel mt-4 grid h-[22rem] place-items-center md:mt-6">
        <LoadingSign />
      </div>
      <section className="panel mt-4 md:mt-6">
        <div className="panel-head" aria-hidden="true">
          <div className="skeleton h-3 w-24" />
        </div>
        <SkeletonRows rows={6} shape="board" />
      </section>
    </div>
  )
}
