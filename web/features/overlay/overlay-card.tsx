import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { OverlayPage, PlaySession } from '@stepledger/contracts/http/overlay.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { playTimeText } from '@stepledger/contracts/look/session-words.ts'
import { boardLabels, entryOf } from '../../parts/leaderboard/board-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Difficulty } from '../../ui/difficulty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Grade } from '../../ui/score.tsx'
import { isNewBest, placeWords } from './play-words.ts'

interface Props {
  readonly page: OverlayPage
  readonly board: BoardName
}

/** The overlay as a card, 560 × 310 px: the last play, its rank and the session so far. */
export function OverlayCard({ page: { user, play, standings, session }, board }: Props) {
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
