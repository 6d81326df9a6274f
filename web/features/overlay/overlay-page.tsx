import { getOverlay } from '@stepledger/contracts/http/overlay.ts'
import { playerId as playerIdText } from '@stepledger/contracts/ids.ts'
import { useParams, useSearchParams } from 'react-router-dom'
import { isNotFound } from '../../api/call-error.ts'
import { useRead } from '../../api/use-call.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { overlayLook } from '../../parts/overlay/overlay-address.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { OverlayBar } from './overlay-bar.tsx'
import { OverlayCard } from './overlay-card.tsx'

/**
 * A stream overlay: a panel on a transparent page, in the size, board and theme of the URL. It is empty while there is
 * nothing to show, and keeps its content on errors.
 */
export function OverlayPage() {
  const { userId = '' } = useParams()
  const [query] = useSearchParams()
  const { size, board, scale } = overlayLook(query)
  const { data, error } = useOverlay(userId)
  useDocumentTitle(data ? `${data.user.alias}, overlay` : 'Overlay')
  if (!data) return <main>{isNotFound(error) && <UnknownPlayer />}</main>
  const Shape = size === 'bar' ? OverlayBar : OverlayCard
  return (
    <main style={{ zoom: scale }} aria-live="polite">
      <Shape page={data} board={board} />
    </main>
  )
}

function UnknownPlayer() {
  return (
    <div className="panel w-96 max-w-full p-4">
      <h1 className="text-lg font-bold">User not found</h1>
      <p className="text-base">Copy the address again from your profile, Stream overlay.</p>
    </div>
  )
}

/** Minimum time between refetches of the rank, ms; other plays of the chart change it. */
const placePause = 3000

/** The overlay's data, kept live: new plays at once, the rank when others play the same chart. */
function useOverlay(id: string) {
  const read = useRead(getOverlay, { params: { id } })
  const refetch = useThrottled(() => void read.refetch())
  const refetchPlace = useThrottled(() => void read.refetch(), placePause)
  const known = playerIdText.safeParse(id)
  const chart = read.data?.play?.chart.hash
  useTopic(known.success ? `player:${known.data}` : null, refetch, refetch)
  useTopic(chart === undefined ? null : `chart:${chart}`, refetchPlace)
  return read
}
