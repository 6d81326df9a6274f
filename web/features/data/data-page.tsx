import { getData, type PublishedData } from '@stepledger/contracts/http/data.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { AboutData } from './about-data.tsx'
import { Anonymity } from './anonymity.tsx'
import { Dictionary } from './dictionary.tsx'
import { EarlierSeries } from './earlier-series.tsx'
import { NewestSeries } from './newest-series.tsx'
import { SchemaChanges } from './schema-changes.tsx'

/** The published data: files, dictionary, anonymisation and schema changes. */
export function DataPage() {
  useDocumentTitle('Data')
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
