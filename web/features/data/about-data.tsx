import type { PublishedData, PublishedSeries } from '@stepledger/contracts/http/data.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { sampleQuery } from './sample-query.ts'

interface Props {
  readonly data: PublishedData
  /** Null: nothing has been published yet. */
  readonly newest: PublishedSeries | null
}

/** What the data is, its licence, and a sample query. */
export function AboutData({ data, newest }: Props) {
  const query = newest && sampleQuery(newest, window.location.origin)
  return (
    <Panel title="Play statistics for anyone to study">
      <div className="grid gap-4 p-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="min-w-0">
          <p className="max-w-prose">
            Monthly statistics about players of this site as Parquet files: scores, judgments, timing,
            sessions, retention, charts, packs and standings, as counts and averages,{' '}
            <a className="link" href="#anonymity">
              fully anonymised
            </a>
            . No account is needed.{' '}
            <a className="link" href="https://duckdb.org">
              DuckDB
            </a>
            , pandas, Polars, R and others can query the files in place and fetch only the parts they need.
          </p>
          {query !== null && (
            <>
              <div className="mt-4 flex items-center gap-2">
                <h3 className="mr-auto font-bold">Try it in DuckDB</h3>
                <CopyButton text={query} label="Copy" withLabel />
              </div>
              <pre className="mt-2 rounded-field border border-line bg-(--well) p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
                {query}
              </pre>
            </>
          )}
        </div>
        <dl className="dl content-start">
          <dt>Licence</dt>
          <dd>{data.licence ?? 'No licence set; ask before you publish results'}</dd>
          <dt>Published</dt>
          <dd>
            {data.publishedAt === null ? 'Manually' : `Daily at ${data.publishedAt} UTC`}; a month is added{' '}
            {data.quietDays} days after it ends
          </dd>
          {newest && (
            <>
              <dt>Newest</dt>
              <dd>
                <Time at={newest.madeAt} format="whole" />,{' '}
                {sizeText(sum(newest.files, ({ bytes }) => bytes))}
              </dd>
              <dt>Months</dt>
              <dd>{monthsText(newest.months)}</dd>
              <dt>Scored by</dt>
              <dd>{newest.rules}</dd>
              <dt>Ledger</dt>
              <dd>
                {newest.ledgerId}, up to <span className="break-words">{newest.positions.join(' · ')}</span>
              </dd>
            </>
          )}
          <dt>List</dt>
          <dd>
            <a className="link" href="/api/data">
              /api/data
            </a>{' '}
            has this list as JSON
          </dd>
        </dl>
      </div>
    </Panel>
  )
}

function monthsText(months: PublishedSeries['months']): string {
  const [first] = months
  const last = months.at(-1)
  if (!first || !last) return 'No full month yet'
  return first === last ? first.month : `${first.month} to ${last.month}`
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
