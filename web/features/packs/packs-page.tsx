import { Empty } from '../../ui/empty.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

/** The packs; none can be uploaded yet. */
export function PacksPage() {
  useDocumentTitle('Packs')
  return (
    <>
      <PageHeading>Packs</PageHeading>
      <section className="panel">
        <Empty title="No packs available" />
      </section>
    </>
  )
}
