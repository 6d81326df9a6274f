import type { Question } from '@stepledger/contracts/analysis/question.ts'
import { questions } from '@stepledger/contracts/analysis/questions/questions.ts'
import { sessionDrift } from '@stepledger/contracts/analysis/questions/session-drift.ts'
import type { PublishedData } from '@stepledger/contracts/http/data.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AnswerPanel } from './answer-panel.tsx'
import { filesWithin, mostBytesOfTable, tablesIn } from './engine/files-within.ts'
import { engineDownload } from './engine-download.ts'
import { QueryPanel } from './query-panel.tsx'
import { QuestionChoice } from './question-choice.tsx'
import { useDesk } from './use-desk.ts'

interface Props {
  readonly data: PublishedData
  /** Reads the list of files again: those of a series that was replaced are gone. */
  readonly onReread: () => Promise<unknown>
}

/** A question is chosen (it stands in the address), run, and answered below; one may ask it in other words. */
export function Explorer({ data, onReread }: Props) {
  const parquet = useMemo(
    () => ({ tables: data.tables, series: data.series.filter(({ format }) => format === 'parquet') }),
    [data],
  )
  const [address, setAddress] = useSearchParams()
  const question = questions.find(({ name }) => name === address.get('question')) ?? sessionDrift
  const [changed, setChanged] = useState<{ name: string; sql: string } | null>(null)
  const sql = changed?.name === question.name ? changed.sql : question.sql
  const { work, run, cancel, begin } = useDesk(parquet)

  const [retries, setRetries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each retry, on the files that are listed by then.
  useEffect(() => {
    if (retries > 0) void run(sql)
  }, [retries])

  const choose = (name: string) => {
    const next: Question = questions.find((each) => each.name === name) ?? sessionDrift
    setAddress({ question: next.name }, { replace: true, preventScrollReset: true })
    setChanged(null)
    // The engine is here: an answer costs little.
    if (begin()) void run(next.sql)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="grid gap-3">
        <QuestionChoice chosen={question.name} onChoose={choose} />
        <p className="mute text-sm">
          DuckDB runs in this page, on the files of the published data. What you ask stays here: nothing is
          sent to the server.
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <QueryPanel
          question={question}
          sql={sql}
          work={work}
          cost={work.answered === null ? costOf(sql, parquet) : null}
          onChange={(sql) => setChanged({ name: question.name, sql })}
          onRun={(sql) => void run(sql)}
          onCancel={cancel}
          onRetry={() => void onReread().then(() => setRetries(retries + 1))}
        />
        {work.answered && <AnswerPanel answered={work.answered} plan={question.figure} />}
      </div>
    </div>
  )
}

/** What the first run of a query fetches, in words. */
function costOf(sql: string, { series, tables }: Pick<PublishedData, 'series' | 'tables'>): string {
  const bytes = tablesIn(sql, tables)
    .map(({ name }) => (series[0]?.files ?? []).filter(({ table }) => table === name))
    .flatMap((files) => filesWithin(files, mostBytesOfTable))
    .reduce((sum, file) => sum + file.bytes, 0)
  return `The first run loads DuckDB, about ${sizeText(engineDownload)}, and ${sizeText(bytes)} of data.`
}
