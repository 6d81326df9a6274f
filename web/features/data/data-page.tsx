import { promise } from '@stepledger/contracts/analysis/promise.ts'
import type { AnalysisColumn, AnalysisTable } from '@stepledger/contracts/analysis/tables.ts'
import {
  getData,
  type PublishedData,
  type PublishedFile,
  type PublishedSeries,
} from '@stepledger/contracts/http/data.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { CopyButton } from '../../ui/button.tsx'
import { countText, Time } from '../../ui/format.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { LoadingSign, PageHeading } from '../../ui/page.tsx'
import { Disclosure, Panel } from '../../ui/panel.tsx'
import { Empty, UnloadedRows } from '../../ui/states.tsx'
import { useWide } from '../../ui/use-wide.ts'

const Explorer = lazy(async () => ({ default: (await import('./explorer.tsx')).Explorer }))

export function DataPage() {
  const { data, error, refetch } = useRead(getData, {})
  return (
    <div className="min-h-dvh">
      <PageHeading>Data</PageHeading>
      {data ? (
        <Published data={data} onRefetch={refetch} />
      ) : (
        <section className="panel" aria-label="Published data">
          <UnloadedRows
            error={error}
            sentence="Failed to load the published data"
            onRetry={refetch}
            rows={9}
          />
        </section>
      )}
    </div>
  )
}

interface Props {
  readonly data: PublishedData
  /** Refetches the list of files: the files of a replaced series are deleted. */
  readonly onRefetch: () => Promise<unknown>
}

function Published({ data, onRefetch }: Props) {
  const [newest, ...earlier] = data.series
  // A link to a question opens it.
  const asked = useSearchParams()[0].has('question')
  return (
    <div className="grid gap-4 md:gap-6">
      <About data={data} newest={newest ?? null} />
      {newest ? (
        <>
          <Panel title="Ask the data">
            <Disclosure title="Questions and SQL" aside="DuckDB, in your browser" defaultOpen={asked}>
              {() => (
                <Suspense fallback={<Loading />}>
                  <Explorer series={newest} tables={data.tables} onRefetch={onRefetch} />
                </Suspense>
              )}
            </Disclosure>
          </Panel>
          <Panel title="Files" aside={`Series ${newest.id}`}>
            <FileRows files={newest.files} />
          </Panel>
        </>
      ) : (
        <section className="panel" aria-label="Files">
          <Empty title="Nothing has been published yet" text={whenText(data)} />
        </section>
      )}
      {earlier.length > 0 && (
        <Panel title="Earlier series">
          {earlier.map(({ id, madeAt, files }) => (
            <Disclosure key={id} title={<Time at={madeAt} format="whole" />} aside={id}>
              {() => <FileRows files={files} />}
            </Disclosure>
          ))}
        </Panel>
      )}
      <Panel title="What the columns mean">
        <Dictionary tables={data.tables} />
      </Panel>
    </div>
  )
}

function Loading() {
  return (
    <div className="flex justify-center py-12">
      <LoadingSign />
    </div>
  )
}

function whenText({ rowsFrom, scheduled }: PublishedData): string {
  if (rowsFrom !== null)
    return `The first series can appear on ${new Date(rowsFrom).toLocaleDateString('en', { dateStyle: 'long' })}. Players who opt out before are not in it.`
  return scheduled ? 'The first series appears within a day.' : 'See below for what the files will contain.'
}

interface AboutProps {
  readonly data: PublishedData
  /** Null: nothing has been published yet. */
  readonly newest: PublishedSeries | null
}

function About({ data, newest }: AboutProps) {
  return (
    <Panel title="Plays for anyone to study">
      <div className="grid gap-4 p-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="prose min-w-0 [&>p:first-child]:mt-0">
          {promise.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <p>
            You can opt out under <Link to="/profile?section=your-data">Edit Profile, Your Data</Link>. No
            account is needed to use the files: <a href="https://duckdb.org">DuckDB</a>, pandas, Polars and R
            read the Parquet files in place, spreadsheets open the CSV files.
          </p>
        </div>
        <dl className="dl content-start">
          <dt>Licence</dt>
          <dd>{data.licence ?? 'No licence set; ask before you publish results'}</dd>
          <dt>Published</dt>
          <dd>{data.scheduled ? 'Once a month, everything up to then' : 'Manually'}</dd>
          {newest && (
            <>
              <dt>Newest</dt>
              <dd>
                <Time at={newest.madeAt} format="whole" />,{' '}
                {sizeText(newest.files.reduce((sum, { bytes }) => sum + bytes, 0))}
              </dd>
              <dt>Scored by</dt>
              <dd>{newest.rules}</dd>
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

function Dictionary({ tables }: { tables: readonly AnalysisTable[] }) {
  return tables.map((table) => (
    <Disclosure key={table.name} title={table.name} aside={`${table.columns.length} columns`}>
      {() => (
        <>
          <p className="border-b border-line px-4 py-3">
            <span className="mute">One row per: </span>
            {table.rowsOf}.
          </p>
          <Columns columns={table.columns} />
        </>
      )}
    </Disclosure>
  ))
}

function Columns({ columns }: { columns: readonly AnalysisColumn[] }) {
  if (!useWide())
    return (
      <ul>
        {columns.map((column) => (
          <li key={column.name} className="border-b border-line px-4 py-2.5 last:border-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-mono text-sm font-semibold">{column.name}</code>
              <span className="mute text-xs">{column.type}</span>
            </p>
            <p>{column.meaning}</p>
            {column.nullable !== null && <p className="mute text-sm">null: {column.nullable}</p>}
          </li>
        ))}
      </ul>
    )
  return (
    <Table
      className="[&_td]:h-auto [&_td]:py-2 [&_td]:align-top"
      rows={columns}
      keyOf={({ name }) => name}
      columns={[
        {
          head: 'Column',
          cell: ({ name }) => <code className="font-mono text-sm font-semibold">{name}</code>,
        },
        { head: 'Type', cellClass: 'mute text-sm', cell: ({ type }) => type },
        { head: 'Meaning', cellClass: 'w-2/5', cell: ({ meaning }) => meaning },
        { head: 'When null', cellClass: 'mute w-1/5 text-sm', cell: ({ nullable }) => nullable ?? 'never' },
      ]}
    />
  )
}

function FileRows({ files }: { files: readonly PublishedFile[] }) {
  if (!useWide())
    return (
      <ul>
        {files.map((file) => (
          <li key={file.url} className="grid gap-1 border-b border-line px-4 py-2.5 last:border-0">
            <div className="flex items-center gap-2">
              <FileLink file={file} />
              <span className="mute ml-auto text-sm">
                {countText(file.rows)} rows · {sizeText(file.bytes)}
              </span>
            </div>
            <div className="flex flex-wrap items-center gap-x-4">
              <Checksum sha256={file.sha256} />
              <CopyAddress file={file} />
            </div>
          </li>
        ))}
      </ul>
    )
  return (
    <Table
      className="mid"
      rows={files}
      keyOf={({ url }) => url}
      columns={[
        { head: 'File', cell: (file) => <FileLink file={file} /> },
        { head: 'Rows', className: 'num', cell: ({ rows }) => countText(rows) },
        {
          head: 'Size',
          className: 'num',
          cellClass: 'whitespace-nowrap',
          cell: ({ bytes }) => sizeText(bytes),
        },
        { head: 'SHA-256', cell: ({ sha256 }) => <Checksum sha256={sha256} /> },
        { head: 'Address', cell: (file) => <CopyAddress file={file} /> },
      ]}
    />
  )
}

const nameOf = ({ table, format }: PublishedFile) => `${table}.${format}`

function FileLink({ file }: { file: PublishedFile }) {
  return (
    <a className="hit font-semibold underline decoration-primary decoration-2" href={file.url} download>
      {nameOf(file)}
    </a>
  )
}

function Checksum({ sha256 }: Pick<PublishedFile, 'sha256'>) {
  return (
    <span className="flex items-center gap-1">
      <code className="mute font-mono text-xs" title={sha256}>
        {sha256.slice(0, 16)}…
      </code>
      <CopyButton text={sha256} label={`Copy SHA-256 ${sha256.slice(0, 8)}`} />
    </span>
  )
}

function CopyAddress({ file }: { file: PublishedFile }) {
  return (
    <span className="flex items-center gap-1">
      <span className="mute text-xs md:sr-only">Address</span>
      <CopyButton text={window.location.origin + file.url} label={`Copy address of ${nameOf(file)}`} />
    </span>
  )
}
