import type { BoardName } from '@stepledger/contracts/board-name.ts'
import {
  getOverlay,
  type OverlayPage as Overlay,
  type PlaySession,
} from '@stepledger/contracts/http/overlay.ts'
import { playerId as playerIdText } from '@stepledger/contracts/ids.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { playTimeText } from '@stepledger/contracts/look/session-words.ts'
import { useParams, useSearchParams } from 'react-router-dom'
import { isNotFound } from '../../api/call-error.ts'
import { useRead } from '../../api/use-call.ts'
import { useThrottled, useTopic } from '../../live/use-topic.ts'
import { boardLabels, entryOf } from '../../parts/leaderboard/active-board.tsx'
import { overlayLook } from '../../parts/overlay/overlay-address.ts'
import { Banner } from '../../ui/banner.tsx'
import { Difficulty } from '../../ui/difficulty.tsx'
import { counted } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { Avatar } from '../../ui/player-name.tsx'
import { Grade } from '../../ui/score.tsx'
import { isNewBest, placeWords } from './play-words.ts'

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

/** The overlay as a bar, 760 × 72 px. */
function OverlayBar({
  page: { user, play, standings, session },
  board,
}: {
  readonly page: Overlay
  readonly board: BoardName
}) {
  const standing = entryOf(standings, board)
  const score = play && entryOf(play.leaderboards, board)
  const bests = entryOf(session?.bests ?? [], board)?.plays ?? 0
  const words = [user.alias, ...(session ? [counted(session.plays, 'play'), counted(bests, 'best')] : [])]
  return (
    <section className="panel ovl-bar" key={play?.playId}>
      {play && (
        <span className="ovl-bar-banner">
          <Banner hash={play.chart.hash} source={play.chart} size="page" />
        </span>
      )}
      <div className="mr-auto min-w-0 px-4">
        <h1 className="sr-only">{user.alias}</h1>
        <p className="truncate text-lg leading-6 font-bold">
          {play ? titleOrUnknown(play.chart.title) : 'Your first play will show up here.'}
        </p>
        <p className="mute truncate text-base leading-6">{words.join(' · ')}</p>
      </div>
      {play && score && (
        <div className="flex flex-none items-center gap-4 pr-4">
          <span className="ovl-grade small">
            <Grade grade={score.data.grade} size="play" ranked={play.eligible} />
          </span>
          <p className="text-[2.5rem] leading-none font-extrabold font-stretch-expanded">
            {score.data.score}
            <span className="mute text-[0.5em] font-semibold">%</span>
          </p>
          <p className="w-16 text-right">
            {standing && <b className="block text-xl leading-6">#{standing.rank}</b>}
            {standing?.delta && (
              <b className={`text-base leading-5 ${isNewBest(standing) ? 'text-(--own)' : 'font-semibold'}`}>
                {standing.delta.replace('-', '−')}
              </b>
            )}
          </p>
        </div>
      )}
    </section>
  )
}

interface Props {
  readonly page: Overlay
  readonly board: BoardName
}

/** The overlay as a card, 560 × 310 px: the last play, its rank and the session so far. */
function OverlayCard({ page: { user, play, standings, session }, board }: Props) {
  const standing = entryOf(standings, board)
  const score = play && entryOf(play.leaderboards, board)
  return (
    <section className="panel ovl-card" key={play?.playId}>
      <header className="flex h-14 items-center gap-3 border-b border-line px-4">
        <Avatar id={user.id} alias={user.alias} imageUrl={user.profileImageUrl} size="2rem" />
        <h1 className="mr-auto min-w-0 truncate text-xl font-bold">{user.alias}</h1>
        {play && (
          <p className="flex flex-none items-center gap-2 text-lg">
            {standing && isNewBest(standing) && <Icon name="check" className="text-(--own)" />}
            {placeWords(standing)}
          </p>
        )}
      </header>
      {play && score ? (
        <>
          <div className="grid grid-cols-[10rem_minmax(0,1fr)] items-center gap-4 p-4">
            <Banner hash={play.chart.hash} source={play.chart} size="page" />
            <div className="min-w-0">
              <p className="truncate text-[1.375rem] leading-7 font-extrabold font-stretch-semi-expanded">
                {titleOrUnknown(play.chart.title)}
              </p>
              <p className="mt-1.5" style={{ zoom: 1.2 }}>
                <Difficulty difficulty={play.chart.difficulty} meter={play.chart.meter} />
              </p>
            </div>
          </div>
          <div className="flex items-center gap-4 px-4 pb-4">
            <span className="ovl-grade">
              <Grade grade={score.data.grade} size="play" ranked={play.eligible} />
            </span>
            <p className="text-[4.25rem] leading-none font-extrabold font-stretch-expanded">
              {score.data.score}
              <span className="mute text-[0.5em] font-semibold">%</span>
            </p>
            <p className="ml-auto text-right">
              {standing?.delta && (
                <b className={`block text-xl ${isNewBest(standing) ? 'text-(--own)' : ''}`}>
                  {standing.delta.replace('-', '−')}
                </b>
              )}
              <span className="mute text-lg">{boardLabels[board]}</span>
            </p>
          </div>
        </>
      ) : (
        <p className="p-4 text-lg">Your first play will show up here.</p>
      )}
      {session && <SessionCells session={session} board={board} />}
    </section>
  )
}

function SessionCells({ session, board }: { session: PlaySession; board: BoardName }) {
  const { plays, whole, seconds, bests, meanAbsoluteError } = session
  const cells = [
    { name: 'Plays', value: whole ? `${plays}` : `${plays}+` },
    { name: 'Time', value: playTimeText(seconds) },
    { name: 'Bests', value: String(entryOf(bests, board)?.plays ?? 0) },
    { name: 'Error', value: meanAbsoluteError === null ? '–' : meanAbsoluteError.toFixed(1), unit: 'ms' },
  ]
  return (
    <dl className="grid grid-cols-4 border-t border-line">
      {cells.map(({ name, value, unit }) => (
        <div key={name} className="border-l border-line px-4 py-2 first:border-l-0">
          <dt className="mute text-[0.9375rem] leading-5">{name}</dt>
          <dd className="text-[1.375rem] leading-7 font-bold">
            {value}
            {unit && <span className="mute text-base font-normal"> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
