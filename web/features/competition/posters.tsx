import { isInLists } from '@stepledger/contracts/competition/competition-document.ts'
import {
  type CompetitionPage,
  type CompetitionPlayer,
  getCompetitionStandings,
} from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionRanking } from '@stepledger/contracts/http/shapes/competition.ts'
import { isBlueShift } from '@stepledger/contracts/look/blue-shift.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { CompetitionName } from '../../parts/competition/competition-name.tsx'
import { placeOf } from '../../parts/competition/place-cell.tsx'
import { PosterPicture } from '../../parts/competition/poster-picture.tsx'
import { posterStyle } from '../../parts/competition/poster-style.ts'
import { RoundSpectra } from '../../parts/competition/round-spectra.tsx'
import { useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { countText, Time } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Avatar } from '../../ui/player-name.tsx'

interface Props {
  readonly competition: CompetitionPage
  readonly closed: NonNullable<CompetitionPage['closed']>
  readonly own: CompetitionPlayer | null
}

/** The result of a closed event: its winners, the viewer's place, and how to verify it. */
export function FinalPoster({ competition, closed, own }: Props) {
  const [board] = useActiveBoard()
  const { data } = useRead(getCompetitionStandings, {
    params: { slug: competition.slug },
    query: { leaderboard: board },
  })
  const first = data?.rankings.slice(0, 3) ?? []
  const place = placeOf(own, 0, board)
  return (
    <section className="ev" style={posterStyle(competition)} aria-labelledby="event-name">
      {competition.pictureUrl !== null && <PosterPicture url={competition.pictureUrl} />}
      <div className="grid gap-x-10 gap-y-5 p-4 md:p-6 lg:grid-cols-[1fr_29rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <h1 id="event-name" className="flex flex-wrap items-end gap-3">
            <CompetitionName name={competition.name} size="clamp(2rem, 1.6rem + 1.6vw, 2.75rem)" />
          </h1>
          <p className="mt-4 flex items-center gap-2 text-2xl font-extrabold font-stretch-semi-expanded">
            <Icon name="check" className="size-6" /> Final
          </p>
          <p className="mt-1 text-lg font-medium">
            Final since <Time at={closed.at} format="day" />
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <a className="btn btn-ev h-10" href="#standings">
              Full standings
            </a>
            {isBlueShift(competition.name) && (
              <Link className="btn btn-line h-10" to="/help#blue-shift">
                Rules
              </Link>
            )}
            <MoreLinks competition={competition} />
          </div>
          <Organisers competition={competition} />
        </div>
        <div className="ev-side lg:row-span-2">
          {competition.participants > 0 && <Winners rankings={first} place={place} />}
          <dl className="mt-3 grid grid-cols-2 text-sm">
            <Fact name="Players" value={countText(competition.participants)} />
            <Fact name="Scores" value={countText(closed.scores)} />
          </dl>
        </div>
        <Check closed={closed} />
      </div>
    </section>
  )
}

/** The ledger position and the checksum of the standings, folded away. */
function Check({ closed }: Pick<Props, 'closed'>) {
  const position = closed.position.reduce((sum, offset) => sum + offset, 0)
  return (
    <details className="ev-2 group self-end text-sm">
      <summary className="inline-flex min-h-10 cursor-pointer list-none items-center gap-2 underline md:min-h-8 [&::-webkit-details-marker]:hidden">
        <Icon name="down" className="group-open:rotate-180" /> Check these standings
      </summary>
      <p className="mt-1 max-w-[72ch]">
        The standings no longer change. Anyone can recompute them from the plays up to ledger position{' '}
        {countText(position)}: {countText(closed.scores)} scores, SHA-256{' '}
        <code className="break-all font-mono text-xs">{closed.digest}</code>.
      </p>
    </details>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="ev-2">{name}</dt>
      <dd className="text-lg font-bold">{value}</dd>
    </div>
  )
}

export function CompetitionPoster({ competition }: { competition: CompetitionPage }) {
  const { name, announcement, announcementDownloadUrl, failedPlaysCount, pointsSystem } = competition
  return (
    <section className="ev" style={posterStyle(competition)} aria-labelledby="event-name">
      {competition.pictureUrl !== null && <PosterPicture url={competition.pictureUrl} />}
      <div className="grid gap-x-10 gap-y-5 p-4 md:p-6 lg:grid-cols-[1fr_29rem]">
        <div className="flex min-w-0 flex-col items-start">
          <h1 id="event-name" className="flex flex-wrap items-end gap-3">
            <CompetitionName name={name} size="clamp(2.5rem, 1.9rem + 2.4vw, 3.75rem)" />
          </h1>
          <p className="mt-4 max-w-[56ch] whitespace-pre-line text-lg font-medium wrap-anywhere">
            {announcement}
          </p>
          <p className="ev-2 mt-1 max-w-[64ch] text-sm">
            {pointsSystem.description}{' '}
            {failedPlaysCount ? 'Failed plays count and are graded F.' : 'Only passed plays count.'}
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            {announcementDownloadUrl !== null && (
              <a className="btn btn-ev h-10" href={announcementDownloadUrl} rel="noreferrer">
                <Icon name="download" /> Download Pack
              </a>
            )}
            {isBlueShift(name) && (
              <Link className="btn btn-line h-10" to="/help#blue-shift">
                Rules
              </Link>
            )}
            <MoreLinks competition={competition} />
          </div>
          <Organisers competition={competition} />
        </div>
        <div className="ev-side">
          <RoundSpectra competition={competition} />
        </div>
      </div>
    </section>
  )
}

/** Links to the list of events, and for its organisers to its changes. */
function MoreLinks({ competition: { slug, owner, organisers, closed } }: Pick<Props, 'competition'>) {
  const user = useUser()
  const organises = user !== null && [owner, ...organisers].some((player) => player?.id === user.id)
  return (
    <>
      {organises && closed === null && (
        <Link className="btn btn-line h-10" to={`/event/${slug}/organise`}>
          Organise
        </Link>
      )}
      <Link className="btn btn-line h-10" to="/events">
        All events
      </Link>
    </>
  )
}

/** Who runs an event of players, and who can find it. */
function Organisers({ competition }: Pick<Props, 'competition'>) {
  const { owner, organisers, access, hidden } = competition
  const players = [owner, ...organisers].flatMap((player) => player ?? [])
  if (players.length === 0 && access === 'everybody' && !hidden) return null
  return (
    <p className="ev-2 mt-3 max-w-[64ch] text-sm wrap-anywhere">
      {players.length > 0 && (
        <>
          Organised by{' '}
          {players.map(({ id, alias }, i) => (
            <span key={id}>
              {i > 0 && (i === players.length - 1 ? ' and ' : ', ')}
              <Link className="hit font-semibold text-(--ev-ink) underline" to={`/user/${id}`}>
                {alias}
              </Link>
            </span>
          ))}
          .{' '}
        </>
      )}
      {!isInLists(access) && 'In no list: only those who have its address find it. '}
      {hidden && 'Hidden by the operators: only its organisers can see it.'}
    </p>
  )
}

interface WinnersProps {
  /** The first three; empty while loading. */
  readonly rankings: readonly CompetitionRanking[]
  /** The viewer's overall place. */
  readonly place: CompetitionPlayer['places'][number] | undefined
}

/** The winner, large, then the second, the third and the viewer. */
function Winners({ rankings: [winner, ...others], place }: WinnersProps) {
  const user = useUser()
  const shown = [winner, ...others].some((row) => row?.userId === user?.id)
  return (
    <div className={place && !shown ? 'min-h-62' : 'min-h-51'}>
      <h2 className="sr-only">Winners</h2>
      {winner && (
        <p className="ev-row flex min-h-29 items-center gap-4 pb-3">
          <Avatar
            id={winner.userId}
            alias={winner.userAlias}
            imageUrl={winner.userProfileImageUrl}
            size="5rem"
          />
          <span className="min-w-0 grow">
            <span className="ev-2 block text-sm font-semibold">
              {winner.rank === others[0]?.rank ? 'First, shared' : 'Winner'}
            </span>
            <Link
              className="hit block text-2xl font-extrabold font-stretch-semi-expanded wrap-anywhere hover:underline"
              to={`/user/${winner.userId}`}
            >
              {winner.userAlias}
            </Link>
            <span className="block text-lg font-semibold">{countText(winner.totalPoints)} points</span>
          </span>
        </p>
      )}
      <ol>
        {others.map((row) => (
          <li key={row.userId} className="ev-row flex h-11 items-center gap-3">
            <span className="rk w-8 text-lg">#{row.rank}</span>
            <Avatar id={row.userId} alias={row.userAlias} imageUrl={row.userProfileImageUrl} size="1.75rem" />
            <Link className="grow truncate text-lg font-bold hover:underline" to={`/user/${row.userId}`}>
              {row.userAlias}
            </Link>
            <span className="text-lg font-semibold">{countText(row.totalPoints)}</span>
          </li>
        ))}
        {user && place && !shown && (
          <li className="ev-row flex h-11 items-center gap-3">
            <span className="rk w-8 text-lg">#{place.rank}</span>
            <Avatar id={user.id} alias={user.alias} imageUrl={user.profileImageUrl} size="1.75rem" />
            <span className="inline-flex min-w-0 grow items-center gap-2 text-lg font-bold">
              <span className="truncate">{user.alias}</span> <Icon name="user" />
              <span className="sr-only">You</span>
            </span>
            <span className="text-lg font-semibold">{countText(place.totalPoints)}</span>
          </li>
        )}
      </ol>
    </div>
  )
}
