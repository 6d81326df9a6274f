import { useUser } from '../../sign-in/use-session.ts'
import { NoAccess } from '../../ui/no-access.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { Uploader } from './uploader.tsx'

/** The uploader; without the permission, a message. */
export function PackUploaderPage() {
  useDocumentTitle('Pack Uploader')
  const allowed = useUser()?.permissions.includes('packs.upload')
  if (!allowed) return <NoAccess heading="Pack Uploader" title="You don't have access to the Pack Uploader" />
  return (
    // As high as the window, so that the footer does not jump when the uploads load.
    <div className="min-h-dvh">
      <PageHeading>Pack Uploader</PageHeading>
      <p className="mute -mt-3 mb-4 md:-mt-5 md:mb-6">
        Upload a pack's songs, charts and banners. Audio never leaves your computer.
      </p>
      <Uploader />
    </div>
  )
}
