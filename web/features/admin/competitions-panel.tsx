import type { Action } from '@stepledger/contracts/http/action.ts'
import {
  announceCompetition,
  closeCompetition,
  type competitionChanged,
  type competitionChangePlan,
  competitionFile,
  competitionFileOf,
  getOperatedCompetition,
  listOperatedCompetitions,
  moveCompetitionWindow,
  type OperatedCompetition,
} from '@stepledger/contracts/http/operated-competitions.ts'
import type { Shape } from '@stepledger/contracts/http/route.ts'
import { takePlayOut } from '@stepledger/contracts/http/taken-out-plays.ts'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { useRead } from '../../api/use-call.ts'
import { ChangeForm as Form } from '../../parts/competition/change-form.tsx'
import { movesText, PlannedChange } from '../../parts/competition/planned-change.tsx'
import { playIdOf } from '../../parts/plays/play-id.ts'
import { Button } from '../../ui/button.tsx'
import { counted, countText, Time, timeFormats } from '../../ui/format.tsx'
import { Disclosure, Panel } from '../../ui/panel.tsx'
import { CallFailure, SkeletonRows } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { CheckField, FieldError, SelectField, TextField } from '../../ui/text-field.tsx'
import { HideForm, OwnerForm, PictureForm, PinForm } from './competition-standing.tsx'
import { ReasonDialog, reasonHint, shown, useOperationsRead, usePlan } from './operations.tsx'

/** Competitions: announcing one, and changing or closing each; first it shows who moves. */
export function CompetitionsPanel() {
  // A change of a competition is an entry of the audit log.
  const { data, error, refetch } = useOperationsRead(listOperatedCompetitions, 'audit')
  return (
    <Panel title="Events">
      <CallFailure className="m-4" error={error} sentence="Failed to load the events" onRetry={refetch} />
      {!data && !error && <SkeletonRows rows={2} shape="board" />}
      {data?.map((competition) => (
        <Disclosure
          key={competition.slug}
          title={<span className="wrap-anywhere">{competition.name}</span>}
          aside={<Aside {...competition} />}
        >
          {() => <Change competition={competition} />}
        </Disclosure>
      ))}
      {data && <Disclosure title="Announce an event">{() => <DocumentForm />}</Disclosure>}
    </Panel>
  )
}

const phases = { before: 'Upcoming', running: 'Running', over: 'Over', closed: 'Final' } as const

function Aside({ phase, start, end }: OperatedCompetition) {
  return (
    <span className="flex items-center gap-2">
      <span>
        <Time at={start} format="short" /> to <Time at={end} format="short" />
      </span>
      <Tag>{phases[phase]}</Tag>
    </span>
  )
}

const changes = {
  window: 'Start, end and grace period of a round',
  document: 'Charts, points and texts',
  play: 'Take a play out, or put it back',
  close: 'Close the event',
  hide: 'Hide it, or show it again',
  picture: 'Remove its picture',
  pin: 'Pin it as one of the site',
  owner: 'Who organises it',
} as const

function Change({ competition }: { competition: OperatedCompetition }) {
  const { slug, phase, rounds, charts, owner, pictureUrl } = competition
  const [chosen, setChosen] = useState(phase === 'closed' ? 'close' : 'window')
  const params = { slug }
  const { data, error, refetch } = useRead(
    getOperatedCompetition,
    { params },
    { enabled: phase !== 'closed' },
  )
  const isPossible = (change: string) => {
    switch (change) {
      case 'hide':
      case 'owner':
      case 'pin':
        return true
      // Also once it is removed, so that the choice stays.
      case 'picture':
        return pictureUrl !== null || chosen === 'picture'
      case 'close':
        return phase === 'over' || phase === 'closed'
      // The document would have the words of players in clear text.
      case 'document':
        return phase !== 'closed' && owner === null
      default:
        return phase !== 'closed'
    }
  }
  return (
    <>
      <p className="mute px-4 pt-3 text-sm">
        {counted(rounds, 'round')}, {counted(charts, 'chart')} ·{' '}
        <Link to={`/event/${slug}`} className="hit hover:underline">
          Show the event
        </Link>
      </p>
      <SelectField
        className="px-4 pt-3"
        label="What to change"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        {Object.entries(changes)
          .filter(([change]) => isPossible(change))
          .map(([change, label]) => (
            <option key={change} value={change}>
              {label}
            </option>
          ))}
      </SelectField>
      <CallFailure className="m-4" error={error} sentence="Failed to load the event" onRetry={refetch} />
      {data && chosen === 'window' && <WindowForm document={data} />}
      {data && chosen === 'document' && <DocumentForm document={data} />}
      {chosen === 'play' && <PlayForm slug={slug} />}
      {/* A closing ends every open preview: the next is refused until something has changed. */}
      {chosen === 'close' && <Close key={competition.closed} competition={competition} />}
      {chosen === 'hide' && <HideForm competition={competition} />}
      {chosen === 'picture' && <PictureForm competition={competition} />}
      {chosen === 'pin' && <PinForm competition={competition} />}
      {chosen === 'owner' && <OwnerForm competition={competition} />}
    </>
  )
}

type Document = z.input<typeof competitionFile>

function WindowForm({ document: { slug, rounds, grace: graceNow } }: { document: Document }) {
  const [round, setRound] = useState(1)
  const [start, setStart] = useState('')
  const [end, setEnd] = useState('')
  const [grace, setGrace] = useState('')
  const now = rounds[round - 1]
  const isEmpty = start === '' && end === '' && grace.trim() === ''
  const hint = (at: string | undefined) => (at === undefined ? '' : `Now ${timeFormats.whole(new Date(at))}`)
  return (
    <ChangeForm
      action={moveCompetitionWindow}
      input={
        isEmpty
          ? null
          : {
              slug,
              round,
              ...(start !== '' && { start: new Date(start).toISOString() }),
              ...(end !== '' && { end: new Date(end).toISOString() }),
              ...(grace.trim() !== '' && { grace: grace.trim() }),
            }
      }
      title={`Change round ${round} of ${slug}?`}
      label="Change"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        <SelectField
          label="Round"
          value={String(round)}
          onChange={({ target }) => setRound(Number(target.value))}
        >
          {rounds.map(({ name }, i) => (
            <option key={name} value={i + 1}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Grace period"
          placeholder="36h"
          autoComplete="off"
          maxLength={20}
          hint={`Now ${countText(graceNow)} s, for all rounds`}
          value={grace}
          onChange={({ target }) => setGrace(target.value)}
        />
        <TextField
          label="Start"
          type="datetime-local"
          hint={hint(now?.start)}
          value={start}
          onChange={({ target }) => setStart(target.value)}
        />
        <TextField
          label="End"
          type="datetime-local"
          hint={hint(now?.end)}
          value={end}
          onChange={({ target }) => setEnd(target.value)}
        />
      </div>
    </ChangeForm>
  )
}

/** A document as JSON: of a new competition, or of one that is announced again. */
function DocumentForm({ document }: { document?: Document }) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [unknown, setUnknown] = useState(false)
  const text = typed ?? (document ? JSON.stringify(document, null, 2) : '')
  const read = readDocument(text)
  const error = text.trim() === '' ? undefined : read.error
  return (
    <ChangeForm
      action={announceCompetition}
      input={read.document && { document: read.document, unknown }}
      title={document ? `Replace the document of ${document.slug}?` : `Announce ${read.document?.name}?`}
      label={document ? 'Replace' : 'Announce'}
    >
      <div>
        <label htmlFor={id} className="mb-1 block font-medium">
          Document as JSON
        </label>
        <textarea
          id={id}
          className="code"
          rows={16}
          maxLength={100_000}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={text}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={({ target }) => setTyped(target.value)}
        />
        <FieldError id={`${id}-error`} text={error} />
      </div>
      <CheckField
        label="Allow charts that no play and no pack contains"
        checked={unknown}
        onChange={({ target }) => setUnknown(target.checked)}
      />
    </ChangeForm>
  )
}

function readDocument(
  text: string,
): { document: Document; error?: never } | { document: null; error: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { document: null, error: "It isn't valid JSON" }
  }
  const parsed = competitionFile.safeParse(json)
  if (parsed.success) return { document: competitionFileOf(parsed.data) }
  const [issue] = parsed.error.issues
  const field = z.core.toDotPath(issue?.path ?? [])
  return { document: null, error: [...(field === '' ? [] : [field]), issue?.message].join(': ') }
}

function PlayForm({ slug }: { slug: string }) {
  const [text, setText] = useState('')
  const [undo, setUndo] = useState(false)
  const play = playIdOf(text)
  return (
    <ChangeForm
      action={takePlayOut}
      input={play === null ? null : { slug, play, undo }}
      title={undo ? `Put play ${play} back into ${slug}?` : `Take play ${play} out of ${slug}?`}
      label={undo ? 'Put back' : 'Take out'}
    >
      <TextField
        label="Play"
        placeholder="Id or link"
        autoComplete="off"
        maxLength={200}
        hint="Leaderboards keep it. The reason is public in the history of the event."
        value={text}
        error={text.trim() !== '' && play === null ? 'Enter the id or the link of a play' : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <CheckField label="Put it back" checked={undo} onChange={({ target }) => setUndo(target.checked)} />
    </ChangeForm>
  )
}

interface ChangeProps<Input extends Shape> {
  readonly action: Action<Input, typeof competitionChangePlan, typeof competitionChanged>
  /** Null while the fields are empty or invalid. */
  readonly input: z.input<Input> | null
  /** Of the dialog, and the label of its button. */
  readonly title: string
  readonly label: string
  readonly children: ReactNode
}

/** A change by an operator. */
function ChangeForm<Input extends Shape>({ action, input, title, label, children }: ChangeProps<Input>) {
  return (
    <Form
      route={action}
      change={input}
      input={(of, confirmed) => ({ body: { input: of, ...(confirmed ?? { dryRun: true }) } })}
      title={title}
      action={label}
      hint={reasonHint}
      shown={shown}
    >
      {children}
    </Form>
  )
}

function Close({ competition: { slug, name, closed } }: { competition: OperatedCompetition }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, isFetching, refetch } = usePlan(closeCompetition, isOpen ? { slug } : null)
  return (
    <>
      <p className="px-4 pt-3 text-sm">
        {closed === null ? (
          'Closing makes the standings final: no later play, withdrawal or rule changes them.'
        ) : (
          <>
            Final since <Time at={closed} />. Closing again records the current scores.
          </>
        )}
      </p>
      <div className="pad">
        <Button onClick={() => (isOpen ? void refetch() : setOpen(true))}>Preview</Button>
      </div>
      <CallFailure className="m-4 mt-0" error={error} sentence="Failed to preview the closing" />
      {isOpen && !data && isFetching && <SkeletonRows rows={2} shape="board" />}
      {data && !error && (
        <PlannedChange
          plan={{ ...data.plan, differences: [], warnings: parkedText(data.plan) }}
          text={
            closed === null ? recordedText(data.plan) : `${recordedText(data.plan)} ${movesText(data.plan)}`
          }
        >
          <ReasonDialog
            title={`Make the standings of ${name} final?`}
            text={recordedText(data.plan)}
            action="Close the event"
            typed={{ label: 'Type the number of scores', value: String(data.plan.scores) }}
            route={closeCompetition}
            input={(reason) => ({ body: { input: { slug }, confirms: data.confirms, reason } })}
          />
        </PlannedChange>
      )}
    </>
  )
}

function recordedText({ scores, charts }: { readonly scores: number; readonly charts: number }): string {
  return `${counted(scores, 'score')} on ${counted(charts, 'chart')} ${scores === 1 ? 'is' : 'are'} recorded.`
}

type ClosingPlan = z.infer<typeof closeCompetition.answer>['plan']

function parkedText({ parked, parkedEvents }: ClosingPlan): string[] {
  if (parked === 0) return []
  const named = parkedEvents.map(
    ({ playId, type, partition, offset, reason }) =>
      `${playId === null ? type : `Play ${playId}`} at ${partition}:${offset}: ${reason}`,
  )
  return [`${counted(parked, 'parked event')} can't be counted. After a retry, close again.`, ...named]
}
