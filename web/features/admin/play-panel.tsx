import {
  getOperatedPlay,
  type OperatedPlay,
  wipePlays,
  withdrawPlays,
} from '@stepledger/contracts/http/operated-plays.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { playIdOf } from '../../parts/plays/play-id.ts'
import { Button } from '../../ui/button.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Time } from '../../ui/time.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ReinstateButton } from './wipe-panel.tsx'

export function PlayPanel() {
  const [typed, setTyped] = useState('')
  const [id, setId] = useState<number | null>(null)
  const [invalid, setInvalid] = useState(false)
  const { data, error, isFetching, refetch } = useRead(
    getOperatedPlay,
    { params: { id: String(id) } },
    { enabled: id !== null },
  )
  const show = (event: FormEvent) => {
    event.preventDefault()
    const found = playIdOf(typed)
    setInvalid(found === null)
    if (found !== null && found === id) void refetch()
    setId(found)
  }
  return (
    <Panel title="Withdraw a play">
      <form className="pad flex items-start gap-2" onSubmit={show}>
        <TextField
          className="min-w-0 grow"
          label="Play"
          placeholder="Id or link"
          maxLength={200}
          required
          value={typed}
          error={invalid ? 'Enter the id or the link of a play' : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" size="large" className="mt-6">
          Show
        </Button>
      </form>
      {id !== null && <CallFailure className="m-4 mt-0" error={error} sentence="Failed to load the play" />}
      {id !== null && !data && !error && isFetching && <SkeletonRows rows={2} shape="board" />}
      {id !== null && data && !error && <Shown play={data} />}
    </Panel>
  )
}

function Shown({ play }: { play: OperatedPlay }) {
  const { playId, user, chart, receivedAt, withdrawnAt, wipe: wipedBy, standings } = play
  const ranked = standings.filter(({ personalBest }) => personalBest)
  const about = `play ${playId} of ${user.alias ?? 'a deleted player'} on ${titleOrUnknown(chart.title)}`
  const loss = lossText(ranked)
  const isPermanent = withdrawnAt !== null && wipedBy === null
  return (
    <div className="border-t border-line px-4 py-2.5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <Link to={`/play/${playId}`} className="hit font-semibold wrap-anywhere hover:underline">
            {titleOrUnknown(chart.title)}
          </Link>
          <p className="mute text-xs wrap-anywhere">
            {user.alias ?? 'Deleted player'} · play {playId} · received <Time at={receivedAt} />
          </p>
        </div>
        {withdrawnAt === null ? (
          <Tag variant={standings.length > 0 ? 'ok' : 'plain'}>
            {standings.length > 0 ? 'Counts' : 'On no board'}
          </Tag>
        ) : (
          <Tag variant="bad">{isPermanent ? 'Withdrawn for good' : 'Wiped'}</Tag>
        )}
      </div>
      <p className="mt-2 text-sm">
        {withdrawnAt === null ? (
          loss
        ) : (
          <>
            Withdrawn <Time at={withdrawnAt} />
            {wipedBy !== null && ` by wipe ${wipedBy}`}.
          </>
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {withdrawnAt === null && (
          <ReasonDialog
            title="Withdraw this play?"
            text={`This takes ${about} off the boards. ${loss} You can reinstate it. The player sees the reason.`}
            action="Withdraw"
            route={wipePlays}
            input={(reason) => ({
              body: { input: { play: [playId] }, reason },
            })}
          />
        )}
        {wipedBy !== null && <ReinstateButton wipe={wipedBy} />}
        {!isPermanent && (
          <ReasonDialog
            title="Withdraw this play for good?"
            text={`This takes ${about} off the boards. ${withdrawnAt === null ? loss : ''} It can't be reinstated, also not by sending it again. The player sees the reason.`}
            action="Withdraw for good"
            typed={{ label: 'Type the id of the play', value: String(playId) }}
            route={withdrawPlays}
            input={(reason) => ({ body: { input: { play: playId }, reason } })}
          />
        )}
      </div>
    </div>
  )
}

/** "It holds the first place of HardEX and #4 of 12 on EX; the player's next best takes its place." */
function lossText(ranked: OperatedPlay['standings']): string {
  if (ranked.length === 0) return "No board changes, because this play isn't the player's best on any."
  const lost = ranked.map(({ leaderboard, rank, total }) =>
    rank === 1 ? `the first place of ${leaderboard}` : `#${rank} of ${total} on ${leaderboard}`,
  )
  return `It holds ${new Intl.ListFormat('en').format(lost)}; the player's next best takes its place.`
}
