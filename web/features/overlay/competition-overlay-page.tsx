import { boardFrom } from '@stepledger/contracts/board-name.ts'
import {
  type CompetitionPage,
  type CompetitionStandings,
  getCompetition,
  getCompetitionStandings,
} from '@stepledger/contracts/http/competitions.ts'
import { useParams, useSearchParams } from 'react-router-dom'
import { isNotFound } from '../../api/call-error.ts'
import { useRead } from '../../api/use-call.ts'
import { timeLeft } from '../../parts/competition/competition-times.ts'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { boardLabels } from '../../parts/leaderboard/active-board.tsx'
import { overlayLook } from '../../parts/overlay/overlay-address.ts'
import { counted, countText } from '../../ui/format.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { Avatar } from '../../ui/player-name.tsx'
import { useNow } from '../../ui/use-now.ts'

const routes = [getCompetition, getCompetitionStandings]

/** Number of players in each size. */
const shown = { card: 5, bar: 3 } as const

/** The first players of an event as a stream overlay. */
export function CompetitionOverlayPage() {
  const { slug = '' } = useParams()
  const [query] = useSearchParams()
  const { size, board, scale } = overlayLook(query)
  const read = useRead(getCompetition, { params: { slug } })
  const standings = useRead(getCompetitionStandings, { params: { slug }, query: { leaderboard: board } })
  useCompetitionTopic(read.data ? slug : null, routes)
  useDocumentTitle(read.data ? `${read.data.name}, overlay` : 'Overlay')
  if (!read.data || !standings.data) return <main>{isNotFound(read.error) && <UnknownEvent />}</main>
  const Shape = size === 'bar' ? Bar : Card
  return (
    <main style={{ zoom: scale }} aria-live="polite">
      <Shape competition={read.data} standings={standings.data} />
    </main>
  )
}

function UnknownEvent() {
  return (
    <div className="panel w-96 max-w-full p-4">
      <h1 className="text-lg font-bold">Event not found</h1>
      <p className="text-base">Copy the address again from the page of the event, Stream overlay.</p>
    </div>
  )
}

/** The event may not have the board of the address. */
function labelOf(leaderboard: string): string {
  const board = boardFrom(leaderboard)
  return board === null ? leaderboard : boardLabels[board]
}

interface Props {
  readonly competition: CompetitionPage
  readonly standings: CompetitionStandings
}

/** 560 px wide and at least 310 px high. */
function Card({ competition, standings: { rankings, leaderboard } }: Props) {
  const { main } = timeLeft(competition, useNow())
  return (
    <section className="panel ovl-card grid-rows-[auto_1fr_auto]!">
      <header className="flex h-14 items-center gap-3 border-b border-line px-4">
        <h1 className="mr-auto min-w-0 truncate text-xl font-bold">{competition.name}</h1>
        <p className="flex-none text-lg">{main}</p>
      </header>
      {rankings.length === 0 ? (
        <p className="p-4 text-lg">The first scores will show up here.</p>
      ) : (
        <ol className="px-4 py-1">
          {rankings.slice(0, shown.card).map((row) => (
            <li key={row.userId} className="flex h-10 items-center gap-3 text-lg">
              <span className="rk w-12">#{row.rank}</span>
              <Avatar
                id={row.userId}
                alias={row.userAlias}
                imageUrl={row.userProfileImageUrl}
                size="1.75rem"
              />
              <span className="min-w-0 grow truncate font-bold">{row.userAlias}</span>
              <span className="font-semibold">{countText(row.totalPoints)}</span>
            </li>
          ))}
        </ol>
      )}
      <p className="mute border-t border-line px-4 py-2 text-base">
        {counted(competition.participants, 'player')} · {labelOf(leaderboard)}
      </p>
    </section>
  )
}

/** 760 × 72 px. */
function Bar({ competition, standings: { rankings, leaderboard } }: Props) {
  const { main } = timeLeft(competition, useNow())
  return (
    <section className="panel ovl-bar">
      <div className="mr-auto min-w-0 px-4">
        <h1 className="truncate text-lg leading-6 font-bold">{competition.name}</h1>
        <p className="mute truncate text-base leading-6">
          {main} · {labelOf(leaderboard)}
        </p>
      </div>
      <ol className="flex flex-none gap-5 pr-4 max-sm:hidden">
        {rankings.slice(0, shown.bar).map((row) => (
          <li key={row.userId} className="max-w-36">
            <b className="block truncate text-lg leading-6">
              #{row.rank} {row.userAlias}
            </b>
            <span className="block text-base leading-6">{countText(row.totalPoints)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
