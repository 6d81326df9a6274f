import type { AnalysisTable } from '@stepledger/contracts/analysis/table.ts'
import { getData, type PublishedData, type PublishedSeries } from '@stepledger/contracts/http/data.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { counted } from '../../ui/count-text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'
import { AboutData } from './about-data.tsx'
import { Anonymity } from './anonymity.tsx'
import { Dictionary } from './dictionary.tsx'
import { FileRows } from './file-rows.tsx'

export function DataPage() {
  const { data, error, refetch } = useRead(getData, {})
  return (
    <div className="min-h-dvh">
      <PageHeading
        aside={
          <Link className="btn h-10 md:h-9" to="/data/explore">
            Explore the Data
          </Link>
        }
      >
        Data
      </PageHeading>
      {data ? (
        <Published data={data} />
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

function Published({ data }: { data: PublishedData }) {
  const [newest, ...earlier] = data.series
  return (
    <div className="grid gap-4 md:gap-6">
      <AboutData data={data} newest={newest ?? null} />
      {newest ? (
        <NewestSeries series={newest} tables={data.tables} />
      ) : (
        <section className="panel" aria-label="Files">
          <Empty
            title="Nothing has been published yet"
            text={
              data.publishedAt === null
                ? 'See below for what the files will contain.'
                : `A month is published ${data.quietDays} days after it ends. See below for what the files will contain.`
            }
          />
        </section>
      )}
      {earlier.length > 0 && <EarlierSeries series={earlier} />}
      <Panel title="What the columns mean">
        <Dictionary tables={data.tables} />
      </Panel>
      <Anonymity quietDays={data.quietDays} />
      <SchemaChanges changes={data.schemaChanges} />
    </div>
  )
}

/** The files of the newest series by table. */
function NewestSeries({ series, tables }: { series: PublishedSeries; tables: readonly AnalysisTable[] }) {
  return (
    <Panel title="Files" aside={`Series ${series.id}`}>
      {tables.map(({ name }) => {
        const files = series.files.filter(({ table }) => table === name)
        if (files.length === 0) return null
        const rows = files.reduce((total, file) => total + file.rows, 0)
        const bytes = files.reduce((total, file) => total + file.bytes, 0)
        return (
          <Disclosure
            key={name}
            title={name}
            aside={`${counted(rows, 'row')} · ${sizeText(bytes)} · ${counted(files.length, 'file')}`}
          >
            {() => <FileRows files={files} />}
          </Disclosure>
        )
      })}
    </Panel>
  )
}

function EarlierSeries({ series }: { series: readonly PublishedSeries[] }) {
  return (
    <Panel title="Earlier series">
      {series.map(({ id, madeAt, files }) => (
        <Disclosure
          key={id}
          title={<Time at={madeAt} format="whole" />}
          aside={`${files.length} files · ${id}`}
        >
          {() => <FileRows files={files} />}
        </Disclosure>
      ))}
    </Panel>
  )
}

/** The changelog of the schema, by version. */
function SchemaChanges({ changes }: { changes: PublishedData['schemaChanges'] }) {
  return (
    <Panel title="Schema changes">
      <ol>
        {changes.map(({ version, since, changes: texts }) => (
          <li key={version} className="grid gap-1 border-b border-line px-4 py-3 last:border-0">
            <p>
              <b>Version {version}</b> <span className="mute text-sm">since {since}</span>
            </p>
            <ul className="list-[square] pl-5">
              {texts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
