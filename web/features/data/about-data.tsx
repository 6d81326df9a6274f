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

/** What the data is, on which terms it comes, and a line to begin with. */
export function AboutData({ data, newest }: Props) {
  const query = newest && sampleQuery(newest, window.location.origin)
  return (
    <Panel title="Every play, for anyone to study">
      <div className="grid gap-4 p-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="min-w-0">
          <p className="max-w-prose">
            The whole history of this site as Parquet files: plays, judgments, the timing of every row of
            steps, charts, packs and standings,{' '}
            <a className="link" href="#anonymity">
              without a single person in it
            </a>
            . No account is needed.{' '}
            <a className="link" href="https://duckdb.org">
              DuckDB
            </a>
            , pandas, Polars, R and others read the files from here, and fetch only the parts that they ask
            for.
          </p>
          {query !== null && (
            <>
              <div className="mt-4 flex items-center gap-2">
                <h3 className="mr-auto font-bold">A line for DuckDB</h3>
                <CopyButton text={query} label="Copy" worded />
              </div>
              <pre className="mt-2 rounded-field border border-line bg-(--well) p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
                {query}
              </pre>
            </>
          )}
        </div>
        <dl className="dl content-start">
          <dt>Licence</dt>
          <dd>{data.licence ?? 'No licence was set: ask before you publish what you make of it'}</dd>
          <dt>Made</dt>
          <dd>
            {data.publishedAt === null ? 'Now and then, by hand' : `Daily at ${data.publishedAt} UTC`}; the
            last {data.quietDays} days are not in it yet
          </dd>
          {newest && (
            <>
              <dt>Newest</dt>
              <dd>
                <Time at={newest.madeAt} format="whole" />,{' '}
                {sizeText(sum(newest.files, ({ bytes }) => bytes))}
              </dd>
              <dt>Plays</dt>
              <dd>
                {sum(newest.months, ({ published }) => published).toLocaleString('en')} published one by one,
                of {sum(newest.months, ({ plays }) => plays).toLocaleString('en')}
              </dd>
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
            is this page for programs
          </dd>
        </dl>
      </div>
    </Panel>
  )
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
