import {
  reinstateWipe,
  type WipeExtent,
  type WipePlan,
  wipePlays,
} from '@stepledger/contracts/http/operated-plays.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { type FormEvent, type Ref, useState } from 'react'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import { errorText } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/count-text.ts'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { usePlan } from './use-plan.ts'

interface Props {
  readonly alias: string
  readonly onAlias: (alias: string) => void
  /** Of the field of the alias. */
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
        <Preview plan={data.plan} confirms={data.confirms} criteria={shown} />
      )}
    </Panel>
  )
}

function Preview({
  plan,
  confirms,
  criteria,
}: {
  plan: WipePlan
  confirms: string
  criteria: NonNullable<ReturnType<typeof criteriaOf>>
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
