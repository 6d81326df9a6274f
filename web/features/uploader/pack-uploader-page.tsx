import { useUser } from '../../session/use-session.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

/** For who may upload packs. */
export function PackUploaderPage() {
  useDocumentTitle('Pack Uploader')
  const allowed = useUser()?.permissions.includes('packs.upload')
  return (
    <>
      <PageHeading>Pack Uploader</PageHeading>
      <section className="panel">
        {allowed ? (
          <Empty title="Uploads are not open yet" text="Packs will be uploaded here." />
        ) : (
          <Empty
            title="You don't have access to the Pack Uploader"
            text="If you think this is a mistake, contact an administrator."
          />
        )}
      </section>
    </>
  )
}
