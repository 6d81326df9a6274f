import { maxRulesBytes, type OperatedRules, previewRules } from '@stepledger/contracts/http/operated-rules.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import { readRulesText } from '@stepledger/contracts/rules/read-rules-text.ts'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/count-text.ts'
import { FileButton } from '../../../ui/file-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { DifferenceList } from './difference-list.tsx'

/** A changed document, and the offset of the rules that it was changed from. */
export interface RulesDraft {
  readonly text: string
  readonly basedOn: number
}

interface Props extends Pick<OperatedRules, 'next'> {
  readonly live: NonNullable<OperatedRules['live']>
  /** Null: the rules in force. */
  readonly draft: RulesDraft | null
  readonly onDraft: (draft: RulesDraft | null) => void
}

/** Rules as JSON, to edit or to load from a file, and the request of their preview. */
export function RulesEditor({ live, next, draft, onDraft }: Props) {
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
