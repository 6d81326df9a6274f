import { numericIdText } from '@stepledger/contracts/ids.ts'
import { sessionName } from '@stepledger/contracts/look/session-words.ts'
import { useParams } from 'react-router-dom'
import { NotFound } from '../../ui/not-found.tsx'
import { Pending, UnloadedPage } from '../../ui/page-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { AccuracyPanel } from './accuracy-panel.tsx'
import { BestMoments } from './best-moments.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { RivalsPassed } from './rivals-passed.tsx'
import { SessionCells } from './session-cells.tsx'
import { SessionHead } from './session-head.tsx'
import { SessionMilestones } from './session-milestones.tsx'
import { SessionPlays } from './session-plays.tsx'
import { SessionSkeleton } from './session-skeleton.tsx'
import { usePlaySession } from './use-play-session.ts'

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
