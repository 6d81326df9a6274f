import {
  getOperatedPlay,
  type OperatedPlay,
  reinstateWipe,
  type WipeExtent,
  type WipePlan,
  wipePlays,
  withdrawPlays,
} from '@stepledger/contracts/http/operated-plays.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { type FormEvent, type Ref, useState } from 'react'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import { errorText } from '../../api/call-error.ts'
import { useRead } from '../../api/use-call.ts'
import { playIdOf } from '../../parts/plays/play-id.ts'
import { Button } from '../../ui/button.tsx'
import { counted, Time } from '../../ui/format.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CallFailure, SkeletonRows } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ReasonDialog, usePlan } from './operations.tsx'

interface Props {
  readonly alias: string
  readonly onAlias: (alias: string) => void
  readonly field: Ref<HTMLInputElement>
}

/** Which plays a wipe would withdraw and which boards lose their first place; then the wipe. */
export function WipePanel({ alias, onAlias, field }: Props) {
  const [given, setGiven] = useState<Omit<WipeFields, 'alias'>>(noCriteria)
  const [submitted, setSubmitted] = useState<WipeFields | null>(null)
  const fields = { ...given, alias }
  const criteria = criteriaOf(fields)
  const shown = submitted === null ? null : criteriaOf(submitted)
  const { data, error, isFetching, refetch } = usePlan(wipePlays, shown)
  const preview = (event: FormEvent) => {
    event.preventDefault()
    if (criteria === null) return
    if (JSON.stringify(criteria) === JSON.stringify(shown)) void refetch()
    setSubmitted(fields)
  }
  const set = (name: keyof typeof given) => ({
    value: given[name],
    onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [name]: target.value }),
  })
  // A wipe withdraws what was previewed, never what was typed since.
  const isCurrent = JSON.stringify(criteria) === JSON.stringify(shown)
  return (
    <Panel title="Wipe plays">
      <form className="pad grid gap-3 sm:grid-cols-2" onSubmit={preview}>
        <TextField
          ref={field}
          label="Player"
          placeholder="Alias"
          autoComplete="off"
          maxLength={100}
          value={alias}
          onChange={({ target }) => onAlias(target.value)}
        />
        <TextField
          label="Chart"
          placeholder="Hash or link"
          autoComplete="off"
          maxLength={200}
          {...set('chart')}
        />
        <TextField label="Received from" type="datetime-local" {...set('since')} />
        <TextField label="Received before" type="datetime-local" {...set('until')} />
        <TextField
          label="Version of the format"
          placeholder="1.3"
          autoComplete="off"
          maxLength={20}
          {...set('clientVersion')}
        />
        <div className="flex items-end gap-3">
          <Button type="submit" size="large" disabled={criteria === null}>
            Preview
          </Button>
        </div>
      </form>
      {shown !== null && (
        <CallFailure className="m-4 mt-0" error={error} sentence="Failed to preview the wipe" />
      )}
      {shown !== null && !data && !error && isFetching && <SkeletonRows rows={3} shape="board" />}
      {shown !== null && data && !error && isCurrent && (
        <Preview
          plan={data.plan}
          confirms={data.confirms}
          criteria={shown}
          onDone={() => setSubmitted(null)}
        />
      )}
    </Panel>
  )
}

function Preview({
  plan,
  confirms,
  criteria,
  onDone,
}: {
  plan: WipePlan
  confirms: string
  criteria: NonNullable<ReturnType<typeof criteriaOf>>
  onDone: () => void
}) {
  const { plays, boards, firsts, until } = plan
  const what = counted(plays, 'play')
  const loss =
    boards === 0
      ? 'No board loses its first place.'
      : `${counted(boards, 'board')} ${boards === 1 ? 'loses its' : 'lose their'} first place.`
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
        <div className="min-w-0 grow basis-48">
          <p className="font-semibold">{extentText(plan)}</p>
          <p className="mute text-xs">{loss}</p>
        </div>
        <ReasonDialog
          title={`Wipe ${what}?`}
          text={`${extentText(plan)} leave the boards. ${loss} The audit log offers to reinstate them. The players see the reason.`}
          action="Wipe"
          typed={{ label: 'Type the number of plays', value: String(plays) }}
          route={wipePlays}
          input={(reason) => ({ body: { input: { ...criteria, until }, confirms, reason } })}
          onDone={onDone}
        />
      </div>
      <ul>
        {firsts.map(({ chart, leaderboard, user, playId, score }) => (
          <li
            key={`${playId} ${leaderboard}`}
            className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm"
          >
            <div className="min-w-0 grow">
              <Link to={`/chart/${chart.hash}`} className="hit block truncate font-semibold hover:underline">
                {titleOrUnknown(chart.title)}
              </Link>
              <p className="mute truncate text-xs">
                {leaderboard} · {user.alias ?? 'Deleted player'}
              </p>
            </div>
            <span className="tabular-nums">{score}%</span>
          </li>
        ))}
      </ul>
      {boards > firsts.length && (
        <p className="mute border-t border-line px-4 py-2 text-sm">
          {counted(boards - firsts.length, 'more board')}: <code>ledger wipe --dry-run</code> lists all.
        </p>
      )}
    </div>
  )
}

/** What an operator typed. Times are local, as of an input `datetime-local`. */
interface WipeFields {
  readonly alias: string
  readonly chart: string
  readonly since: string
  readonly until: string
  readonly clientVersion: string
}

const noCriteria: Omit<WipeFields, 'alias'> = { chart: '', since: '', until: '', clientVersion: '' }

/** The input of a wipe; null while nothing restricts it. */
function criteriaOf({
  alias,
  chart,
  since,
  until,
  clientVersion,
}: WipeFields): z.input<typeof wipePlays.input> | null {
  const query = {
    ...(alias.trim() !== '' && { player: alias.trim() }),
    ...(chart.trim() !== '' && { chart: hashOf(chart) }),
    ...(clientVersion.trim() !== '' && { clientVersion: clientVersion.trim() }),
    ...(since !== '' && { since: new Date(since).toISOString() }),
  }
  if (Object.keys(query).length === 0) return null
  return { ...query, ...(until !== '' && { until: new Date(until).toISOString() }) }
}

/** "a1b2…" of "https://…/chart/A1B2…?…". */
function hashOf(text: string): string {
  return text
    .trim()
    .replace(/^.*\/chart\//, '')
    .replace(/[/?#].*$/, '')
    .toLowerCase()
}

export function ReinstateButton({ wipe }: { wipe: string }) {
  const [opened, setOpened] = useState(false)
  const { data, error } = usePlan(reinstateWipe, opened ? { wipe } : null)
  return (
    <ReasonDialog
      title={`Reinstate wipe ${wipe}?`}
      text={
        error
          ? errorText(error, 'Failed to load the wipe').text
          : data === undefined
            ? 'Counting its plays…'
            : `${extentText(data.plan)} will count again. Plays that were withdrawn for good since stay withdrawn.`
      }
      action="Reinstate"
      label={`Reinstate wipe ${wipe}`}
      ready={data !== undefined}
      onOpen={() => setOpened(true)}
      route={reinstateWipe}
      input={(reason) => ({ body: { input: { wipe }, confirms: data?.confirms, reason } })}
    />
  )
}

/** "3 plays of 1 player on 2 charts". */
function extentText({ plays, players, charts }: WipeExtent): string {
  return `${counted(plays, 'play')} of ${counted(players, 'player')} on ${counted(charts, 'chart')}`
}

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
