import { useEffect, useRef, useState } from 'react'
import type { PercentCrop } from 'react-image-crop'
import { type ErrorText, errorText } from '../../../api/call-error.ts'
import { SendError } from '../../../api/send-file.ts'
import { useCall } from '../../../api/use-call.ts'
import { useSessionStore } from '../../../session/use-session.ts'
import { ErrorBanner } from '../../../ui/error-banner.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { CropPicture } from './crop-picture.tsx'
import { squareJpeg } from './draw-square.ts'
import { uploadPicture } from './upload-picture.ts'

interface Props {
  readonly file: File
  /** `note`: what has come of it. `trouble`: why nothing has. */
  readonly onDone: (note: string, trouble?: ErrorText) => void
}

/** A picture that was chosen, until it is sent or given up. */
export function ChosenPicture({ file, onDone }: Props) {
  const call = useCall()
  const store = useSessionStore()
  const address = useAddress(file)
  const image = useRef<HTMLImageElement>(null)
  const sending = useRef<AbortController>(null)
  const [crop, setCrop] = useState<PercentCrop | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  const upload = async () => {
    if (!image.current || !crop) return
    const stop = new AbortController()
    sending.current = stop
    setFailure(null)
    setPercent(0)
    try {
      const jpeg = await squareJpeg(image.current, crop)
      const options = { filename: file.name, onProgress: setPercent, signal: stop.signal }
      store.setUser(await uploadPicture(call, jpeg, options))
      onDone('Picture updated')
    } catch (error) {
      setPercent(null)
      if (!stop.signal.aborted) setFailure(wordsFor(error))
    }
  }
  const cancel = () => {
    sending.current?.abort()
    if (percent === null) onDone('')
  }
  const busy = percent !== null
  return (
    <>
      {failure && <ErrorBanner className="m-4" {...failure} />}
      {address !== null && (
        <CropPicture
          address={address}
          image={image}
          crop={crop}
          disabled={busy}
          onCrop={setCrop}
          onFail={() => onDone('', { text: 'Failed to load image' })}
        />
      )}
      {busy && (
        <div className="border-t border-line p-4">
          <ProgressBar label="Uploading" percent={percent} done={`Uploading… ${percent}%`} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
        <button
          type="button"
          className="btn btn-primary h-11 md:h-10"
          disabled={busy || crop === null}
          onClick={() => void upload()}
        >
          Upload
        </button>
        <button type="button" className="btn h-11 md:h-10" onClick={cancel}>
          Cancel
        </button>
      </div>
    </>
  )
}

function wordsFor(error: unknown): ErrorText {
  if (error instanceof SendError) return { text: error.message }
  return errorText(error, 'Failed to upload profile image')
}

/** An address of the file for this page alone; null at first. */
function useAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
