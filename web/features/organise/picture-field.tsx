import { posterSize } from '@stepledger/contracts/competition/poster.ts'
import { createPosterUpload, storePoster } from '@stepledger/contracts/http/organised-competitions.ts'
import { pictureTypes } from '@stepledger/contracts/http/profile.ts'
import { useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { sendFile } from '../../api/send-file.ts'
import { useCall } from '../../api/use-call.ts'
import { useAbortable } from '../../app/use-abortable.ts'
import { PosterPicture } from '../../parts/competition/poster-picture.tsx'
import { pictureTypeOf } from '../../parts/pictures/picture-file.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { ErrorBanner } from '../../ui/states.tsx'

export type StoredPicture = z.infer<typeof storePoster.answer>

interface Props {
  readonly pictureUrl: string | null
  readonly onChange: (picture: StoredPicture | null) => void
}

const { width, height } = posterSize

/** The picture of an event's poster: uploaded at once, shown once the draft is saved or the change is made. */
export function PictureField({ pictureUrl, onChange }: Props) {
  const id = useId()
  const call = useCall()
  const { begin } = useAbortable()
  const chooser = useRef<HTMLDivElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)

  const upload = async (file: File) => {
    const contentType = pictureTypeOf(file)
    if (typeof contentType !== 'string') return setFailure({ text: contentType.error })
    const signal = begin()
    setFailure(null)
    setPercent(0)
    try {
      const { size } = file
      const address = await call(createPosterUpload, { body: { contentType, size } }, signal)
      await sendFile(address, file, (sent) => setPercent(Math.round((sent / size) * 100)), signal)
      onChange(await call(storePoster, { body: { upload: address.upload } }, signal))
    } catch (error) {
      if (!signal.aborted) setFailure(errorText(error, 'Failed to upload the picture'))
    } finally {
      if (!signal.aborted) setPercent(null)
    }
  }

  return (
    <fieldset className="min-w-0" aria-describedby={id}>
      <legend className="mb-1 font-medium">Picture of the poster (optional)</legend>
      <div className="poster-frame max-w-120">
        {pictureUrl === null ? (
          <span className="mute text-sm">No picture</span>
        ) : (
          <PosterPicture url={pictureUrl} />
        )}
      </div>
      <div ref={chooser} className="mt-2 flex flex-wrap items-center gap-3">
        <FileButton
          size="large"
          name="File of the picture"
          accept={pictureTypes.join(',')}
          onChoose={([file]) => file && percent === null && void upload(file)}
        >
          Choose picture
        </FileButton>
        {pictureUrl !== null && (
          <Button
            size="large"
            variant="ghost"
            disabled={percent !== null}
            aria-label="Remove picture"
            onClick={() => {
              setFailure(null)
              // The pressed button leaves with the picture.
              chooser.current?.querySelector('button')?.focus()
              onChange(null)
            }}
          >
            Remove
          </Button>
        )}
        <p className="mute text-sm" role="status">
          {percent !== null && (percent < 100 ? `Uploading… ${percent}%` : 'Processing…')}
        </p>
      </div>
      <p id={id} className="mute mt-1 text-sm">
        JPEG, PNG, GIF or WebP up to 5 MB. The middle is cropped to {width} × {height}.
      </p>
      {failure && <ErrorBanner className="mt-2" {...failure} />}
    </fieldset>
  )
}
