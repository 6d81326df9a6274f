import { useEffect, useRef } from 'react'
import { panelTag, panelTitle } from './panel-title.tsx'
import { announcement } from './progress-text.ts'
import { UploaderStep } from './uploader-step.tsx'
import type { useUploader } from './use-uploader.ts'

/** The one panel that changes, from a folder to a pack. */
export function UploaderPanel({ uploader }: { uploader: ReturnType<typeof useUploader> }) {
  const { state } = uploader
  const title = panelTitle(state)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)

  // The button that was pressed is gone with its step: who works by keyboard goes on at the top of the next one.
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
      {/* On phones the own uploads are below: steps that change without a press have one height, so that nothing moves. */}
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 max-lg:min-h-78">
        <UploaderStep uploader={uploader} />
      </div>
    </section>
  )
}
