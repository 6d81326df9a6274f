import {
  dropRulesPreview,
  type OperatedRules,
  previewRules,
  publishPreviewedRules,
} from '@stepledger/contracts/http/operated-rules.ts'
import { getOperations } from '@stepledger/contracts/http/operations.ts'
import { summaryOf } from '@stepledger/contracts/rules/report-summary.ts'
import { useRead } from '../../api/use-call.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Time } from '../../ui/time.tsx'
import { counted } from './extent-text.ts'
import { countText } from './find-warnings.ts'
import { PreviewReport } from './preview-report.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useAction } from './use-action.ts'

interface Props {
  readonly preview: NonNullable<OperatedRules['preview']>
  readonly live: NonNullable<OperatedRules['live']>
}

/** The preview of rules: its progress, then who moves; it is published or discarded. */
export function PreviewPanel({ preview, live }: Props) {
  const { generation, rules, requestedAt, stopped, report } = preview
  return (
    <Panel
      title="Preview of a rules change"
      aside={<span className="mute min-w-0 text-sm wrap-anywhere">{rules.title}</span>}
    >
      {report && <PreviewReport report={report} />}
      {stopped !== null ? (
        <p className="pad text-(--rival) wrap-anywhere">The preview could not be built: {stopped}</p>
      ) : report ? (
        <Compared preview={preview} report={report} />
      ) : (
        <Building generation={generation} />
      )}
      <div className="flex flex-wrap items-center gap-2 px-4 pt-2 pb-3">
        {report && stopped === null && generation !== null && (
          <PublishButton generation={generation} report={report} live={live} />
        )}
        {(report !== null || stopped !== null) && (
          <PreviewAgain rules={rules} basedOn={live.offset} isStopped={stopped !== null} />
        )}
        <Discard generation={generation} />
        <span className="mute text-xs">
          requested <Time at={requestedAt} />
        </span>
      </div>
    </Panel>
  )
}

type Report = NonNullable<Props['preview']['report']>

/** When it was compared, and the events that only arrived since. */
function Compared({ preview: { comparedAt }, report }: { preview: Props['preview']; report: Report }) {
  const { data: state } = useRead(getOperations, {})
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

/** The progress of the generation, which ends with the comparison. */
function Building({ generation }: { generation: number | null }) {
  const { data: state } = useRead(getOperations, {})
  const folded = state?.generations.find(({ id }) => id === generation)?.folded ?? 0
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
            : isBuilt
              ? 'Comparing'
              : `${countText(folded)} of ${countText(events)} events`
        }
      />
    </div>
  )
}

function PublishButton({
  generation,
  report,
  live,
}: {
  generation: number
  report: Report
  live: Props['live']
}) {
  const publish = useAction(publishPreviewedRules)
  const { changedPlays, firsts } = summaryOf(report)
  return (
    <ReasonDialog
      title="Publish these rules?"
      text={`${counted(changedPlays, 'play')} ${changedPlays === 1 ? 'changes' : 'change'}, ${counted(firsts, 'first place')} ${firsts === 1 ? 'moves' : 'move'}. Generation ${generation} takes over at once; you can switch back to generation ${live.generation}.`}
      action="Publish"
      label="Publish the rules"
      look="btn-primary"
      typed={{ label: 'Type the number of plays that change', value: String(changedPlays) }}
      act={(reason) => publish({ body: { generation, expected: changedPlays, reason } })}
    />
  )
}

/** Compares once more, or builds again what was stopped. */
function PreviewAgain({ rules, basedOn, isStopped }: AgainProps) {
  const preview = useAction(previewRules)
  return (
    <ReasonDialog
      title={isStopped ? 'Build the preview again?' : 'Compare again?'}
      text="The preview is compared with all plays up to now."
      action={isStopped ? 'Build again' : 'Compare again'}
      act={(reason) => preview({ body: { rules, basedOn, reason } })}
    />
  )
}

interface AgainProps extends Pick<Props['preview'], 'rules'> {
  readonly basedOn: number
  readonly isStopped: boolean
}

function Discard({ generation }: { generation: number | null }) {
  const drop = useAction(dropRulesPreview)
  return (
    <ReasonDialog
      title="Discard the preview?"
      text="Its generation is dropped. The rules in force stay as they are."
      action="Discard"
      label="Discard the preview"
      look="btn-ghost"
      act={(reason) => drop({ body: { generation, reason } })}
    />
  )
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
