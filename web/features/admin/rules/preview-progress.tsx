import type { OperatedRules } from '@stepledger/contracts/http/operated-rules.ts'
import { getOperations } from '@stepledger/contracts/http/operations.ts'
import type { RulesPreview } from '@stepledger/contracts/rules/rules-report.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { useRead } from '../../../api/use-call.ts'
import { counted, countText } from '../../../ui/count-text.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Time } from '../../../ui/time.tsx'
import { buildText } from '../build-text.ts'

interface ComparedProps extends Pick<NonNullable<OperatedRules['preview']>, 'comparedAt'> {
  readonly report: RulesPreview
}

/** When it was compared, and the events that only arrived since. */
export function Compared({ comparedAt, report }: ComparedProps) {
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
export function Building({ generation }: { generation: number | null }) {
  const { data: state } = useRead(getOperations, {})
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
