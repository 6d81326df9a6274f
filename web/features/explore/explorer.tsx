import type { Question } from '@stepledger/contracts/analysis/question.ts'
import { questions } from '@stepledger/contracts/analysis/questions/questions.ts'
import { sessionDrift } from '@stepledger/contracts/analysis/questions/session-drift.ts'
import type { PublishedData } from '@stepledger/contracts/http/data.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SelectField } from '../../ui/select-field.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { AnswerPanel } from './answer-panel.tsx'
import { filesWithin, maxTableBytes, tablesIn } from './engine/files-within.ts'
import { engineDownload } from './engine-download.ts'
import { QueryPanel } from './query-panel.tsx'
import { useQueryRunner } from './use-query-runner.ts'

interface Props {
  readonly data: PublishedData
  /** Refetches the list of files: the files of a replaced series are deleted. */
  readonly onRefetch: () => Promise<unknown>
}

/** Runs a predefined question, kept in the URL, or an edited query. */
export function Explorer({ data, onRefetch }: Props) {
  const parquet = useMemo(
    () => ({ tables: data.tables, series: data.series.filter(({ format }) => format === 'parquet') }),
    [data],
  )
  const [address, setAddress] = useSearchParams()
  const question = questions.find(({ name }) => name === address.get('question')) ?? sessionDrift
  const [changed, setChanged] = useState<{ name: string; sql: string } | null>(null)
  const sql = changed?.name === question.name ? changed.sql : question.sql
  const { state, run, cancel, reset } = useQueryRunner(parquet)

  const [retries, setRetries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per retry, with the refetched files.
  useEffect(() => {
    if (retries > 0) void run(sql)
  }, [retries])

  const choose = (name: string) => {
    const next: Question = questions.find((each) => each.name === name) ?? sessionDrift
    setAddress({ question: next.name }, { replace: true, preventScrollReset: true })
    setChanged(null)
    // The engine is already loaded, so the question runs at once.
    if (reset()) void run(next.sql)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="grid gap-3">
        <QuestionChoice chosen={question.name} onChoose={choose} />
        <p className="mute text-sm">
          DuckDB runs in your browser on the published files. Your queries stay here: nothing is sent to the
          server.
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <QueryPanel
          question={question}
          sql={sql}
          state={state}
          cost={state.result === null ? costOf(sql, parquet) : null}
          onChange={(sql) => setChanged({ name: question.name, sql })}
          onRun={(sql) => void run(sql)}
          onCancel={cancel}
          onRetry={() => void onRefetch().then(() => setRetries(retries + 1))}
        />
        {state.result && <AnswerPanel query={state.result} plan={question.figure} />}
      </div>
    </div>
  )
}

/** The download size of the first run, as text. */
function costOf(sql: string, { series, tables }: Pick<PublishedData, 'series' | 'tables'>): string {
  const bytes = tablesIn(sql, tables)
    .map(({ name }) => (series[0]?.files ?? []).filter(({ table }) => table === name))
    .flatMap((files) => filesWithin(files, maxTableBytes))
    .reduce((sum, file) => sum + file.bytes, 0)
  return `The first run loads DuckDB, about ${sizeText(engineDownload)}, and ${sizeText(bytes)} of data.`
}

interface QuestionChoiceProps {
  /** The name of the current question. */
  readonly chosen: string
  readonly onChoose: (name: string) => void
}

/** The list of questions; a select on phones. */
function QuestionChoice({ chosen, onChoose }: QuestionChoiceProps) {
  const wide = useWide()
  if (!wide)
    return (
      <SelectField label="Question" value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {questions.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
    )
  return (
    <nav className="panel" aria-label="Questions">
      {questions.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          className="side w-full cursor-pointer py-2 text-left whitespace-normal!"
          aria-current={name === chosen ? 'true' : undefined}
          onClick={() => onChoose(name)}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
