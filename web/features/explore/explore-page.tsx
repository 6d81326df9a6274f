import { getData } from '@stepledger/contracts/http/data.ts'
import { useRead } from '../../api/use-call.ts'
import { Empty } from '../../ui/empty.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { LoadingSign } from '../../ui/loading-screen.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Explorer } from './explorer.tsx'

/** Queries on the published data, answered by DuckDB in the browser. */
export function ExplorePage() {
  const { data, error, refetch } = useRead(getData, {})
  const readable = data?.series.some(({ format, files }) => format === 'parquet' && files.length > 0)
  return (
    <div className="min-h-dvh">
      <PageHeading>Explore the Data</PageHeading>
      {error && !data ? (
        <section className="panel" aria-label="Explore the Data">
          <CallFailure error={error} sentence="Failed to fetch the list of files" onRetry={refetch} />
        </section>
      ) : !data ? (
        <div className="flex justify-center pt-24">
          <LoadingSign />
        </div>
      ) : readable ? (
        <Explorer data={data} onRefetch={refetch} />
      ) : (
        <section className="panel" aria-label="Explore the Data">
          <Empty title="No data yet" text="Nothing has been published yet." />
        </section>
      )}
    </div>
  )
}
