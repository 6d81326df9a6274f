import { useEffect, useRef } from 'react'
import { DropZone } from './drop-zone.tsx'
import { panelTag, panelTitle } from './panel-title.tsx'
import { announcement } from './progress-text.ts'
import { UploaderStep } from './uploader-step.tsx'
import type { useUploader } from './use-uploader.ts'

/** The panel of all steps from folder to pack. */
export function UploaderPanel({ uploader }: { uploader: ReturnType<typeof useUploader> }) {
  const { state } = uploader
  const title = panelTitle(state)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)

  // The pressed button is unmounted with its step, so the focus moves to the heading.
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [title])

  return (
    <section className="panel min-w-0" aria-labelledby="uploader">
      <div className="panel-head">
        <h2 id="uploader" ref={heading} tabIndex={-1} className="mr-auto">
          {title}
        </h2>
        {panelTag(state)}
      </div>
      <p className="sr-only" role="status">
        {announcement(state)}
      </p>
      {/* Steps that change automatically have one height on phones, which prevents a layout shift of the uploads below. */}
      <DropZone onDrop={(entries) => void uploader.drop(entries)}>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 max-lg:min-h-84">
          <UploaderStep uploader={uploader} />
        </div>
      </DropZone>
    </section>
  )
}
