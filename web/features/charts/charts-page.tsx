import { Empty } from '../../ui/empty.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

/** The charts that packs brought; a chart that was only played has its page, but no place in this list. */
export function ChartsPage() {
  useDocumentTitle('Charts')
  return (
    <>
      <PageHeading>Charts</PageHeading>
      <section className="panel">
        <Empty title="No charts available" />
      </section>
    </>
  )
}
