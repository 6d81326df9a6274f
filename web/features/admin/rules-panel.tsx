import {
  getOperatedRules,
  maxRulesBytes,
  type OperatedRules,
  previewRules,
  publishRules,
} from '@stepledger/contracts/http/operated-rules.ts'
import { getOperations, type OperatedGeneration } from '@stepledger/contracts/http/operations.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { readRulesText } from '@stepledger/contracts/rules/rules.ts'
import { type RulesPreview, summaryOf } from '@stepledger/contracts/rules/rules-report.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DifferenceList } from '../../ui/changes.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { counted, countText, Time } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Disclosure, Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { CallFailure, SkeletonRows } from '../../ui/states.tsx'
import { ReasonDialog, useOperationsRead, usePlan } from './operations.tsx'
import { PreviewReport } from './rules-report.tsx'

export function RulesPanel() {
  const { data, error, refetch } = useOperationsRead(getOperatedRules, 'rules')
  const [draft, setDraft] = useState<RulesDraft | null>(null)
  const [previewed, setPreviewed] = useState<string | null>(null)
  const title = data?.preview?.rules.title ?? null
  if (title !== null && title !== previewed) setPreviewed(title)
  return (
    <>
      <Panel
        title="Rules"
        aside={
          data?.live && <span className="mute min-w-0 text-sm wrap-anywhere">{data.live.rules.title}</span>
        }
      >
        <CallFailure className="m-4" error={error} sentence="Failed to load the rules" onRetry={refetch} />
        {!data && !error && <SkeletonRows rows={2} shape="board" />}
        {data?.preview === null && previewed !== null && (
          <p className="mute border-b border-line px-4 py-2.5 text-sm wrap-anywhere" role="status">
            {outcomeOf(previewed, data)}
          </p>
        )}
        {data?.live === null && <p className="mute pad text-sm">No generation is live yet.</p>}
        {data?.live && (
          <>
            <RulesInForce live={data.live} />
            <Disclosure title="Change the rules">
              {() =>
                data.live && (
                  <RulesEditor live={data.live} next={data.next} draft={draft} onDraft={setDraft} />
                )
              }
            </Disclosure>
          </>
        )}
      </Panel>
      {data?.preview && data.live && <PreviewPanel preview={data.preview} live={data.live} />}
    </>
  )
}

/** What became of a preview that this page has shown, in one sentence. */
function outcomeOf(title: string, { live, next }: OperatedRules): string {
  if (live?.rules.title === title) return `${title} is in force.`
  if (next?.title === title) return `${title} will be in force in a moment.`
  return `The preview of ${title} has ended: it was discarded, or replaced by other rules or a release.`
}

function RulesInForce({ live: { offset, rules } }: { live: NonNullable<OperatedRules['live']> }) {
  const changed = differences(firstRules, rules)
  return (
    <Disclosure title="In force" aside={`Position 0:${offset}`}>
      {() => (
        <div className="pad grid gap-3">
          {changed.length === 0 ? (
            <p className="mute text-sm">These are the rules that a new ledger starts with.</p>
          ) : (
            <DifferenceList
              head={`${counted(changed.length, 'difference')} from a new ledger`}
              lines={changed}
            />
          )}
          <textarea
            className="code"
            rows={16}
            readOnly
            spellCheck={false}
            aria-label="Rules in force"
            value={JSON.stringify(rules, null, 2)}
          />
        </div>
      )}
    </Disclosure>
  )
}

interface Props {
  readonly preview: NonNullable<OperatedRules['preview']>
  readonly live: NonNullable<OperatedRules['live']>
}

/** The preview of rules: its progress, then who moves; it is published or discarded. */
function PreviewPanel({ preview, live }: Props) {
  const { generation, rules, requestedAt, stopped, comparedAt, report } = preview
  return (
    <Panel
      title="Preview of a rules change"
      aside={<span className="mute min-w-0 text-sm wrap-anywhere">{rules.title}</span>}
    >
      {report && <PreviewReport report={report} />}
      {stopped !== null ? (
        <p className="pad text-(--rival) wrap-anywhere">The preview could not be built: {stopped}</p>
      ) : report ? (
        <Compared comparedAt={comparedAt} report={report} />
      ) : (
        <Building generation={generation} />
      )}
      <div className="flex flex-wrap items-center gap-2 px-4 pt-2 pb-3">
        {report && stopped === null && generation !== null && (
          <PublishButton generation={generation} report={report} live={live} />
        )}
        {(report !== null || stopped !== null) && <PreviewAgain rules={rules} isStopped={stopped !== null} />}
        <Discard generation={generation} />
        <span className="mute text-xs">
          requested <Time at={requestedAt} />
        </span>
      </div>
    </Panel>
  )
}

interface PublishProps extends Pick<Props, 'live'> {
  readonly generation: number
  readonly report: RulesPreview
}

function PublishButton({ generation, report, live }: PublishProps) {
  const { changedPlays, firsts } = summaryOf(report)
  const [opened, setOpened] = useState(false)
  const { data } = usePlan(publishRules, opened ? {} : null)
  return (
    <ReasonDialog
      title="Publish these rules?"
      text={`${counted(changedPlays, 'play')} ${changedPlays === 1 ? 'changes' : 'change'}, ${counted(firsts, 'first place')} ${firsts === 1 ? 'moves' : 'move'}. Generation ${generation} takes over at once; you can switch back to generation ${live.generation}.`}
      action="Publish"
      label="Publish the rules"
      variant="primary"
      typed={{ label: 'Type the number of plays that change', value: String(changedPlays) }}
      ready={data?.plan.preview === generation && data.plan.changedPlays === changedPlays}
      onOpen={() => setOpened(true)}
      route={publishRules}
      input={(reason) => ({ body: { input: {}, confirms: data?.confirms, reason } })}
    />
  )
}

interface AgainProps extends Pick<Props['preview'], 'rules'> {
  readonly isStopped: boolean
}

/** Compares once more, or builds again what was stopped. */
function PreviewAgain({ rules, isStopped }: AgainProps) {
  return (
    <ReasonDialog
      title={isStopped ? 'Build the preview again?' : 'Compare again?'}
      text="The preview is compared with all plays up to now."
      action={isStopped ? 'Build again' : 'Compare again'}
      route={previewRules}
      input={(reason) => ({ body: { input: { rules }, reason } })}
    />
  )
}

function Discard({ generation }: { generation: number | null }) {
  const [opened, setOpened] = useState(false)
  const { data } = usePlan(previewRules, opened ? { drop: true } : null)
  return (
    <ReasonDialog
      title="Discard the preview?"
      text="Its generation is dropped. The rules in force stay as they are."
      action="Discard"
      label="Discard the preview"
      variant="ghost"
      ready={data?.plan.drops === generation}
      onOpen={() => setOpened(true)}
      route={previewRules}
      input={(reason) => ({ body: { input: { drop: true }, confirms: data?.confirms, reason } })}
    />
  )
}

interface ComparedProps extends Pick<NonNullable<OperatedRules['preview']>, 'comparedAt'> {
  readonly report: RulesPreview
}

/** When it was compared, and the events that only arrived since. */
function Compared({ comparedAt, report }: ComparedProps) {
  const { data: state } = useOperationsRead(getOperations, 'folding')
  const compared = sum(report.checkpoint)
  const folded = state?.generations.find(({ id }) => id === report.live)?.folded ?? compared
  const since = Math.max(0, folded - compared)
  return (
    <p className="border-t border-line px-4 pt-3 text-sm">
      Computed from every play of the first {counted(compared, 'event')}
      {comparedAt !== null && (
        <>
          , <Time at={comparedAt} />
        </>
      )}
      . Publishing does exactly this.
      {since > 0 && (
        <span className="text-(--rival)">
          {' '}
          {since === 1 ? '1 event has arrived since.' : `${countText(since)} events have arrived since.`}
        </span>
      )}
    </p>
  )
}

function Building({ generation }: { generation: number | null }) {
  const { data: state } = useOperationsRead(getOperations, 'folding')
  const { folded = 0, step = null } = state?.generations.find(({ id }) => id === generation) ?? {}
  const events = state?.events ?? 0
  const isBuilt = folded > 0 && folded >= events
  return (
    <div className="pad">
      <ProgressBar
        label="Building the preview"
        percent={events === 0 ? 0 : Math.min(100, Math.floor((100 * folded) / events))}
        done={
          generation === null
            ? 'Waiting for the projector'
            : isBuilt && step === null
              ? 'Comparing'
              : buildText({ folded, step }, events)
        }
      />
    </div>
  )
}

/** How far the build of a generation is. `events`: in the ledger. */
function buildText({ folded, step }: Pick<OperatedGeneration, 'folded' | 'step'>, events: number): string {
  return step
    ? `Making boards and indexes: ${step.name}, for ${countText(Math.round(step.seconds))} s`
    : `${countText(folded)} of ${countText(events)} events`
}

/** A changed document, and the offset of the rules that it was changed from. */
interface RulesDraft {
  readonly text: string
  readonly basedOn: number
}

interface RulesEditorProps extends Pick<OperatedRules, 'next'> {
  readonly live: NonNullable<OperatedRules['live']>
  /** Null: the rules in force. */
  readonly draft: RulesDraft | null
  readonly onDraft: (draft: RulesDraft | null) => void
}

function RulesEditor({ live, next, draft, onDraft }: RulesEditorProps) {
  const id = useId()
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const { text, basedOn } = draft ?? { text: JSON.stringify(live.rules, null, 2), basedOn: live.offset }
  const read = readRulesText(text, 'It')
  const changed = 'rules' in read ? differences(live.rules, read.rules) : []
  const isOld = basedOn !== live.offset
  const change = (to: string) => {
    setTooLarge(null)
    onDraft({ text: to, basedOn })
  }
  const load = async (chosen: File) => {
    if (chosen.size > maxRulesBytes)
      return setTooLarge(`${chosen.name} is larger than ${sizeText(maxRulesBytes)}`)
    change(await chosen.text())
  }
  const error = tooLarge ?? ('error' in read ? read.error : undefined)
  return (
    <div className="pad grid gap-3">
      <div>
        <label htmlFor={id} className="mb-1 block font-medium">
          Rules as JSON
        </label>
        <textarea
          id={id}
          className="code"
          rows={20}
          value={text}
          maxLength={maxRulesBytes}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={({ target }) => change(target.value)}
        />
        {error !== undefined && (
          <p id={`${id}-error`} className="fe mt-1 flex items-start gap-1.5 text-sm" role="alert">
            <Icon name="warn" />
            <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{error}</span>
          </p>
        )}
      </div>
      {changed.length > 0 && (
        <DifferenceList
          head={`${counted(changed.length, 'difference')} from the rules in force`}
          lines={changed}
        />
      )}
      {isOld && (
        <p className="text-sm text-(--rival)">
          Other rules came into force since you began. Undo your changes, and make them again.
        </p>
      )}
      {next && (
        <p className="mute text-sm">
          Generation {next.generation} ({next.title}) is being built: preview the rules once it is live.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <ReasonDialog
          title="Preview these rules?"
          text="History is folded under them beside the live generation, which takes as much space again. Players see nothing of it. Another preview is dropped."
          action="Preview"
          label="Preview the rules"
          disabled={!('rules' in read) || changed.length === 0 || isOld || next !== null}
          route={previewRules}
          input={(reason) => ({
            body: { input: { rules: 'rules' in read ? read.rules : live.rules }, reason },
          })}
        />
        <FileButton
          size="small"
          name="File with rules"
          accept=".json,application/json"
          onChoose={([chosen]) => chosen && void load(chosen)}
        >
          Load a file
        </FileButton>
        {draft !== null && (
          <Button size="small" variant="ghost" onClick={() => onDraft(null)}>
            Undo Changes
          </Button>
        )}
      </div>
    </div>
  )
}
