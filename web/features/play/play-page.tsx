import { getPlay } from '@stepledger/contracts/http/plays.ts'
import { numericIdText } from '@stepledger/contracts/ids.ts'
import { useParams } from 'react-router-dom'
import { errorText, isNotFound } from '../../api/call-error.ts'
import { useRead } from '../../api/use-call.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { PlaySkeleton } from './play-skeleton.tsx'
import { PlayView } from './play-view.tsx'

/** A play: what it scored in every system, and the timing of every step. */
export function PlayPage() {
  const { playId = '' } = useParams()
  if (playId.trim() === '') return <ErrorBanner text="Play ID is required" />
  if (!numericIdText.safeParse(playId).success) return <ErrorBanner text="Play not found" />
  return <KnownPlay key={playId} id={playId} />
}

function KnownPlay({ id }: { id: string }) {
  const play = useRead(getPlay, { params: { id } })
  useDocumentTitle(play.data ? `${play.data.user.alias} on ${play.data.chart.title}` : null)

  if (play.data) return <PlayView play={play.data} />
  if (!play.error) return <PlaySkeleton />
  if (isNotFound(play.error)) return <ErrorBanner text="Play not found" />
  return <ErrorBanner {...errorText(play.error, 'Failed to load play')} onRetry={() => void play.refetch()} />
}
