import { type OperatedRules, previewRules, publishRules } from '@stepledger/contracts/http/operated-rules.ts'
import { summaryOf } from '@stepledger/contracts/rules/report-summary.ts'
import type { RulesPreview } from '@stepledger/contracts/rules/rules-report.ts'
import { useState } from 'react'
import { counted } from '../../../ui/count-text.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Time } from '../../../ui/time.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { usePlan } from '../use-plan.ts'
import { Building, Compared } from './preview-progress.tsx'
import { PreviewReport } from './preview-report.tsx'

interface Props {
  readonly preview: NonNullable<OperatedRules['preview']>
  readonly live: NonNullable<OperatedRules['live']>
}

/** The preview of rules: its progress, then who moves; it is published or discarded. */
export function PreviewPanel({ preview, live }: Props) {
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
