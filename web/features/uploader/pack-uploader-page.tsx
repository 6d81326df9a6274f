import { useEffect } from 'react'
import { useUser } from '../../sign-in/use-session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { NoAccess } from '../../ui/page-state.tsx'
import { MyUploads } from './my-uploads.tsx'
import { UploaderPanel } from './uploader-panel.tsx'
import { useUploader } from './use-uploader.ts'
import { useUploads } from './use-uploads.ts'
import { WaitingCharts } from './waiting-charts.tsx'

/** The uploader; without the permission, a message. */
export function PackUploaderPage() {
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

function Uploader() {
  const uploader = useUploader()
  const { state, dispatch } = uploader
  const followed = state.step === 'sent' ? state.upload.id : null
  const uploads = useUploads(followed)

  const upload = uploads.data?.uploads.find(({ id }) => id === followed)
  useEffect(() => {
    if (upload) dispatch({ type: 'followed', upload })
  }, [upload, dispatch])

  usePreventStrayDrops()
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <UploaderPanel uploader={uploader} />
        <MyUploads uploads={uploads} sending={state.step === 'uploading'} followed={followed} />
      </div>
      <WaitingCharts />
    </>
  )
}

/** Prevents the browser from opening a folder that is dropped outside of the drop zone. */
function usePreventStrayDrops() {
  useEffect(() => {
    const refuse = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
