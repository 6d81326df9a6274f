import {
  type Answer,
  type Cell,
  type Figure as Plan,
  type Question,
  questions,
} from '@stepledger/contracts/analysis/questions.ts'
import type { AnalysisTable } from '@stepledger/contracts/analysis/tables.ts'
import type { PublishedSeries } from '@stepledger/contracts/http/data.ts'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ErrorBanner } from '../../ui/states.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { useSize } from '../../ui/use-wide.ts'
import { numberText } from './number-text.ts'
import { type QueryResult, useQueryRunner } from './use-query-runner.ts'

interface Props {
  readonly series: PublishedSeries
  readonly tables: readonly AnalysisTable[]
  /** Refetches the list of files: the files of a replaced series are deleted. */
  readonly onRefetch: () => Promise<unknown>
}

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
    setAddress({ question: name }, { replace: true })
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

/** A result as a figure and a table, which scrolls sideways, also by keyboard. */
function AnswerRows({ query: { result, ms }, figure }: { query: QueryResult; figure: Plan }) {
  const { columns, rows } = result
  const numbers = columns.map((_, at) => rows.every((row) => typeof (row[at] ?? 0) === 'number'))
  return (
    <section aria-label="Answer" className="border-t border-line">
      <p className="mute px-4 pt-3 text-sm" role="status">
        {result.more ? 'The first ' : ''}
        {counted(rows.length, 'row')},{' '}
        {ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`}
      </p>
      {canDraw(result, figure) && <Figure answer={result} plan={figure} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <section className="max-h-112 overflow-auto" aria-label="Rows" tabIndex={0}>
        <Table
          className="dense"
          rows={[...rows.entries()]}
          keyOf={([i]) => i}
          columns={columns.map((column, at) => ({
            head: column,
            className: numbers[at] ? 'num' : '',
            cellClass: 'max-w-72 truncate',
            cell: ([, row]) => cellText(row[at] ?? null),
          }))}
        />
      </section>
    </section>
  )
}

/** An edited query may lack the columns of its question's figure. */
function canDraw({ columns, rows }: Answer, { x, y, series }: Plan): boolean {
  const wanted = [x, ...y, ...(series === undefined ? [] : [series])]
  return rows.length > 0 && wanted.every((name) => columns.includes(name))
}

function cellText(cell: Cell) {
  if (cell === null) return <span className="mute">–</span>
  return typeof cell === 'number' ? numberText(cell) : String(cell)
}

const height = 300

/** Colours of the series; boards have the same colour everywhere. */
const colours = ['--color-primary', '--jex', '--jgr', '--jde', '--j10', '--jmi', '--d-beginner', '--ink-2']
const boards: Readonly<Record<string, string>> = { HardEX: '--lb-hex', EX: '--lb-ex', ITG: '--lb-itg' }

/** The chart of a result, drawn for the available width. The table below it has the same numbers. */
function Figure({ answer, plan }: { answer: Answer; plan: Plan }) {
  const container = useRef<HTMLDivElement>(null)
  const width = useSize(container)?.width ?? 0
  const { rows, series } = useMemo(() => seriesOf(answer, plan), [answer, plan])
  const isBar = plan.kind === 'bars' || plan.kind === 'stack'
  const isNumeric = !isBar && rows.every(({ x }) => typeof x === 'number')
  const label = `${series.map(({ name }) => name).join(', ')} by ${plan.x}`
  return (
    <div className="p-4" role="img" aria-label={label}>
      <div ref={container} style={{ minHeight: height }} aria-hidden="true">
        {width > 0 && (
          <ComposedChart className="fig" width={width} height={height} data={rows} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="x"
              stroke="var(--line-2)"
              tickLine={false}
              {...(isNumeric ? { type: 'number' as const, domain: ['dataMin', 'dataMax'] } : {})}
            />
            <YAxis
              stroke="var(--line-2)"
              tickLine={false}
              width={56}
              tickFormatter={numberText}
              domain={['auto', 'auto']}
            />
            {isBar && <ReferenceLine y={0} stroke="var(--line-2)" ifOverflow="extendDomain" />}
            <Tooltip
              cursor={{ fill: 'var(--line)', stroke: 'var(--line-2)' }}
              contentStyle={{ background: 'var(--color-base-100)', border: '1px solid var(--line)' }}
              formatter={(value) => (typeof value === 'number' ? numberText(value) : value)}
            />
            {series.length > 1 && <Legend itemSorter={null} />}
            {series.map(({ key, name }, i) => {
              const colour = `var(${boards[name] ?? colours[i % colours.length]})`
              const shared = { dataKey: key, name, isAnimationActive: false }
              return isBar ? (
                <Bar key={key} {...shared} fill={colour} {...(plan.kind === 'stack' && { stackId: 'all' })} />
              ) : (
                <Line
                  key={key}
                  {...shared}
                  type="linear"
                  stroke={colour}
                  strokeWidth={plan.kind === 'dots' ? 0 : 2}
                  legendType={plan.kind === 'dots' ? 'circle' : 'line'}
                  connectNulls
                  dot={
                    plan.kind === 'dots' || rows.length < 40 ? { fill: colour, stroke: 'none', r: 3 } : false
                  }
                />
              )
            })}
          </ComposedChart>
        )}
      </div>
    </div>
  )
}

/** A row of the chart: its position, and the value of each series under its key. */
type Row = Record<string, Cell> & { readonly x: Cell }

/** Keys are numbered, because Recharts reads dots in a key as a path. */
function seriesOf({ columns, rows }: Answer, { x, y, series }: Plan) {
  const cell = (row: readonly Cell[], column: string) => row[columns.indexOf(column)] ?? null
  const names = series === undefined ? [...y] : [...new Set(rows.map((row) => String(cell(row, series))))]
  const keyOf = (name: string) => `y${names.indexOf(name)}`
  const drawn = rows.map((row): Row => {
    const at = { x: cell(row, x) }
    if (series === undefined)
      return { ...at, ...Object.fromEntries(y.map((name) => [keyOf(name), cell(row, name)])) }
    return { ...at, [keyOf(String(cell(row, series)))]: cell(row, y[0] ?? '') }
  })
  return { rows: drawn, series: names.map((name) => ({ key: keyOf(name), name })) }
}
