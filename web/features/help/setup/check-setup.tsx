import { listApiKeys } from '@stepledger/contracts/http/api-keys.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { entryOf } from '../../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../../leaderboard/use-active-board.ts'
import { useTopic } from '../../../live/use-topic.ts'
import { useSigning } from '../../../sign-in/use-session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Grade } from '../../../ui/score.tsx'
import { type CheckStep, checkSteps } from './check-steps.ts'

/** Polling interval of the keys until the game's first call, ms. */
const pollInterval = 5_000

/** Waits for the game's first call and for a play, and shows the play when it arrives. */
export function CheckSetup({ user }: { user: User | null }) {
  if (user === null) return <p>Log in to watch for your first play here.</p>
  return <SetupProgress user={user} key={user.id} />
}

function SetupProgress({ user }: { user: User }) {
  const [play, setPlay] = useState<RecentPlay | null>(null)
  const { refresh } = useSigning()
  const { data } = useRead(listApiKeys, {}, { every: () => (play === null ? pollInterval : false) })
  useTopic(`player:${user.id}`, (message) => {
    if (message.type !== 'play') return
    setPlay(message.play)
    // The refreshed user hides the site's setup hints.
    if (!user.userHasSubmittedScore) void refresh()
  })
  if (play !== null) return <ArrivedPlay play={play} />
  return (
    <>
      <ol className="!mt-3 !list-none !p-0">
        {checkSteps(data?.apiKeys, user.userHasSubmittedScore).map((step) => (
          <Step key={step.text} step={step} />
        ))}
      </ol>
      <p className="sr-only" role="status">
        Waiting for a play
      </p>
    </>
  )
}

function Step({ step: { state, text, detail } }: { step: CheckStep }) {
  return (
    <li
      className={`flex items-center gap-3 border-t border-line py-2 last:border-b ${state === 'next' ? 'font-semibold' : ''}`}
    >
      <span className="grid size-7 shrink-0 place-items-center rounded-[2px] border border-line">
        {state === 'done' && <Icon name="check" className="text-(--own)" />}
        {state === 'next' && <span className="waiting" />}
      </span>
      <span className="min-w-0">
        {text}
        {detail !== undefined && <span className="mute block text-sm font-normal">{detail}</span>}
        {state === 'done' && <span className="sr-only">Done</span>}
      </span>
      {state === 'next' && detail === undefined && text.startsWith('A key') && (
        <Link className="ml-auto" to="/profile?section=api-keys">
          API Keys
        </Link>
      )}
    </li>
  )
}

function ArrivedPlay({ play }: { play: RecentPlay }) {
  const [board] = useActiveBoard()
  const score = entryOf(play.leaderboards, board)
  return (
    <div className="arrived" role="status">
      {score && <Grade grade={score.data.grade} size="play" ranked={play.eligible} />}
      <div className="min-w-0">
        <p className="!mt-0 text-xl font-extrabold font-stretch-semi-expanded">It works! Your play is here</p>
        <p className="!mt-1">
          {titleOrUnknown(play.chart.title)}
          {score && `, ${score.data.score}%`}
        </p>
        <p className="!mt-1">
          <Link to={`/play/${play.playId}`}>See every step</Link>
        </p>
      </div>
    </div>
  )
}
