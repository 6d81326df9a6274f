import { numericIdText } from '@stepledger/contracts/ids.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useParams } from 'react-router-dom'
import { isParked } from '../../api/call-error.ts'
import { NotFound, PendingPanel, UnloadedPage } from '../../ui/page-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { PlaySkeleton } from './play-skeleton.tsx'
import { PlayView } from './play-view.tsx'
import { usePlay } from './use-play.ts'

export function PlayPage() {
  const { playId = '' } = useParams()
  if (playId.trim() === '') return <NoPlay title="Play ID is required" />
  if (!numericIdText.safeParse(playId).success) return <NoPlay />
  return <KnownPlay key={playId} id={playId} />
}

function NoPlay({ title = 'Play not found' }: { title?: string }) {
  return (
    <NotFound
      title={title}
      text="This play doesn't exist or was deleted."
      way={{ to: '/', words: 'Recent Scores' }}
    />
  )
}

/** A play that the server has stored and not scored yet. */
const received = (
  <PendingPanel title="We got this play" text="It's being scored, and will show up here by itself." />
)

/** A play that the server has stored, and can't score until it is repaired. */
const parked = (
  <PendingPanel
    title="This play is safe"
    text="We have stored it, but can't score it yet. You don't have to send it again: it will show up here as soon as we've fixed this."
  />
)

function KnownPlay({ id }: { id: string }) {
  const { play, standings, context, events, isWithdrawn, before } = usePlay(id)
  useDocumentTitle(play.data ? `${play.data.user.alias} on ${titleOrUnknown(play.data.chart.title)}` : null)

  if (play.data)
    return (
      <PlayView
        play={play.data}
        standings={standings}
        context={context}
        competitions={events}
        isWithdrawn={isWithdrawn}
        before={before}
        onRetry={() => void play.refetch()}
      />
    )
  return (
    <UnloadedPage
      name="Play"
      read={play}
      loading={isParked(play.failureReason) ? parked : <PlaySkeleton />}
      pending={received}
      missing={<NoPlay />}
      sentence="Failed to load play"
    />
  )
}
