import type { Question } from '@stepledger/contracts/analysis/question.ts'
import { type KeyboardEvent, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { QueryState } from './use-query-runner.ts'

interface Props {
  readonly question: Question
  readonly sql: string
  readonly state: QueryState
  /** The download size of the first run; null once loaded. */
  readonly cost: string | null
  readonly onChange: (sql: string) => void
  readonly onRun: (sql: string) => void
  readonly onCancel: () => void
  /** Called after a failure that was not caused by the query. */
  readonly onRetry: () => void
}

/** The maximum length of a query, characters. */
const maxQueryLength = 20_000

/** A question with its editable SQL and the progress of a run. */
export function QueryPanel({ question, sql, state, cost, onChange, onRun, onCancel, onRetry }: Props) {
  const id = useId()
  const { progress, failure } = state
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onRun(sql)
  }
  return (
    <Panel title={question.title}>
      <div className="pad grid gap-3">
        <p className="max-w-[72ch]">{question.reading}</p>
        <div>
          <label htmlFor={id} className="mb-1 block font-medium">
            SQL
          </label>
          <textarea
            id={id}
            className="code"
            rows={Math.min(24, sql.split('\n').length + 1)}
            value={sql}
            maxLength={maxQueryLength}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <p id={`${id}-hint`} className="mute mt-1 text-xs">
            DuckDB's dialect. Ctrl+Enter runs it.{cost !== null && ` ${cost}`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="medium"
            variant="primary"
            disabled={progress !== null || sql.trim() === ''}
            onClick={() => onRun(sql)}
          >
            Run
          </Button>
          {progress !== null && (
            <Button size="medium" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {sql !== question.sql && progress === null && (
            <Button size="medium" variant="ghost" onClick={() => onChange(question.sql)}>
              Undo Changes
            </Button>
          )}
          {progress !== null && progress.percent === null && (
            <span className="mute text-sm" role="status">
              {progress.step}…
            </span>
          )}
        </div>
        {progress !== null && progress.percent !== null && (
          <ProgressBar label={progress.step} percent={progress.percent} done={`${progress.step}…`} />
        )}
      </div>
      {failure && (
        <ErrorBanner
          className="whitespace-pre-wrap break-words"
          text={failure.text}
          detail={failure.detail}
          {...(failure.canRetry ? { onRetry } : {})}
        />
      )}
    </Panel>
  )
}
