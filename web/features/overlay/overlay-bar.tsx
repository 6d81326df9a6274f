import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { OverlayPage } from '@stepledger/contracts/http/overlay.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { entryOf } from '../../parts/leaderboard/board-name.ts'
import { Banner } from '../../ui/banner.tsx'
import { counted } from '../../ui/count-text.ts'
import { Grade } from '../../ui/score.tsx'
import { isNewBest } from './play-words.ts'

/** The overlay as a bar, 760 × 72 px. */
export function OverlayBar({
  page: { user, play, standings, session },
  board,
}: {
  readonly page: OverlayPage
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
