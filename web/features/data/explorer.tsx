import { type Question, questions } from '@stepledger/contracts/analysis/questions.ts'
import type { AnalysisTable } from '@stepledger/contracts/analysis/tables.ts'
import type { PublishedSeries } from '@stepledger/contracts/http/data.ts'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { AnswerRows } from './answer-rows.tsx'
import { useQueryRunner } from './use-query-runner.ts'

interface Props {
  readonly series: PublishedSeries
  readonly tables: readonly AnalysisTable[]
  /** Refetches the list of files: the files of a replaced series are deleted. */
  readonly onRefetch: () => Promise<unknown>
}

/** The maximum length of a query, characters. */
const maxQueryLength = 20_000

const questionOf = (name: string | null): Question =>
  questions.find((each) => each.name === name) ?? questions[0]

/** A predefined question, kept in the URL, with its SQL to edit and run. */
export function Explorer({ series, tables, onRefetch }: Props) {
  const id = useId()
  const [address, setAddress] = useSearchParams()
  const question = questionOf(address.get('question'))
  const [changed, setChanged] = useState<{ name: string; sql: string } | null>(null)
  const sql = changed?.name === question.name ? changed.sql : question.sql
  const { state, run, stop } = useQueryRunner(series, tables)
  const { progress, failure, result } = state

  const [retries, setRetries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per retry, with the refetched files.
  useEffect(() => {
    if (retries > 0) void run(sql)
  }, [retries])

  const choose = (name: string) => {
    setAddress({ question: name }, { replace: true, preventScrollReset: true })
    setChanged(null)
    // The engine is already loaded, so the question runs at once.
    if (stop(true)) void run(questionOf(name).sql)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void run(sql)
  }
  return (
    <>
      <div className="pad grid grid-cols-[minmax(0,1fr)] gap-3">
        <SelectField label="Question" value={question.name} onChange={(event) => choose(event.target.value)}>
          {questions.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </SelectField>
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
            onChange={(event) => setChanged({ name: question.name, sql: event.target.value })}
            onKeyDown={onKeyDown}
          />
          <p id={`${id}-hint`} className="mute mt-1 text-xs">
            DuckDB's dialect; Ctrl+Enter runs it. The first run loads DuckDB, about 7 MB, and the tables that
            the query names. Nothing is sent to the server.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="medium"
            variant="primary"
            disabled={progress !== null || sql.trim() === ''}
            onClick={() => void run(sql)}
          >
            Run
          </Button>
          {progress !== null && (
            <Button size="medium" onClick={() => stop(false)}>
              Cancel
            </Button>
          )}
          {sql !== question.sql && progress === null && (
            <Button size="medium" variant="ghost" onClick={() => setChanged(null)}>
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
          {...(failure.canRetry && {
            onRetry: () => void onRefetch().then(() => setRetries(retries + 1)),
          })}
        />
      )}
      {result && <AnswerRows query={result} figure={question.figure} />}
    </>
  )
}
