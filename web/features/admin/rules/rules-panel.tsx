import { getOperatedRules, type OperatedRules } from '@stepledger/contracts/http/operated-rules.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { useState } from 'react'
import { counted } from '../../../ui/count-text.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { CallFailure } from '../../../ui/error-banner.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { useOperationsRead } from '../use-operations-read.ts'
import { DifferenceList } from './difference-list.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { type RulesDraft, RulesEditor } from './rules-editor.tsx'

/** The rules in force, the editor of others, and their preview. */
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

/** The document in force, with what differs from the rules of a new ledger. */
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
