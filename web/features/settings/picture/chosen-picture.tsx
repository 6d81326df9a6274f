import { createPictureUpload, setPicture } from '@stepledger/contracts/http/profile-image.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { useEffect, useRef, useState } from 'react'
import type { PercentCrop } from 'react-image-crop'
import { type ErrorText, errorText } from '../../../api/call-error.ts'
import type { Call } from '../../../api/client.ts'
import { sendFile } from '../../../api/send-file.ts'
import { useCall } from '../../../api/use-call.ts'
import { useAbortable } from '../../../app/state/use-abortable.ts'
import { useSessionStore } from '../../../sign-in/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorBanner } from '../../../ui/error-banner.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { CropPicture } from './crop-picture.tsx'
import { squareJpeg } from './draw-square.ts'

interface Props {
  readonly file: File
  /** `note`: the result, as text. */
  readonly onDone: (note: string, error?: ErrorText) => void
}

/** The chosen picture, until it is uploaded or cancelled. */
export function ChosenPicture({ file, onDone }: Props) {
  const call = useCall()
  const store = useSessionStore()
  const address = useObjectUrl(file)
  const image = useRef<HTMLImageElement>(null)
  const { begin, abort } = useAbortable()
  const [crop, setCrop] = useState<PercentCrop | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)

  const upload = async () => {
    if (!image.current || !crop) return
    const signal = begin()
    setFailure(null)
    setPercent(0)
    try {
      const jpeg = await squareJpeg(image.current, crop)
      const options = { filename: file.name, onProgress: setPercent, signal }
      store.setUser(await uploadPicture(call, jpeg, options))
      onDone('Picture updated')
    } catch (error) {
      setPercent(null)
      if (!signal.aborted) setFailure(errorText(error, 'Failed to upload profile image'))
    }
  }
  const cancel = () => {
    abort()
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
        <Button size="large" variant="primary" disabled={busy || crop === null} onClick={() => void upload()}>
          Upload
        </Button>
        <Button size="large" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </>
  )
}

/** An object URL of the file, revoked on unmount; null at first. */
function useObjectUrl(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return address
}

interface Options {
  readonly filename: string
  /** 0 to 100. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

/** Uploads a JPEG to a signed address and sets it as the profile picture. Throws CallError, ShownError. */
async function uploadPicture(
  call: Call,
  jpeg: Blob,
  { filename, onProgress, signal }: Options,
): Promise<User> {
  const body = { filename: filename.slice(0, 300), contentType: 'image/jpeg' as const, size: jpeg.size }
  const address = await call(createPictureUpload, { body }, signal)
  await sendFile(address, jpeg, (sent) => onProgress(Math.round((sent / jpeg.size) * 100)), signal)
  const { user } = await call(setPicture, { body: { profileImageUrl: address.profileImageUrl } }, signal)
  return user
}
