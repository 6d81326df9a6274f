import {
  maxPictureBytes,
  noPicture,
  pictureTooLarge,
  pictureTypes,
  removePicture,
} from '@stepledger/contracts/http/profile-image.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ErrorText, errorText } from '../../../api/call-error.ts'
import { useCall } from '../../../api/use-call.ts'
import { useSessionStore, useUser } from '../../../sign-in/use-session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { ErrorBanner } from '../../../ui/error-banner.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { ChosenPicture } from './chosen-picture.tsx'

const hint = 'JPEG, PNG, GIF or WebP up to 5 MB. Resized to 400 × 400.'

export function PictureSection() {
  const call = useCall()
  const store = useSessionStore()
  const user = useUser()
  const [chosen, setChosen] = useState<File | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const [note, setNote] = useState('')
  const remove = useMutation({
    mutationFn: () => call(removePicture, {}),
    onMutate: () => setFailure(null),
    onSuccess: (answer) => {
      store.setUser(answer.user)
      setNote('Picture removed')
    },
    onError: (error) => setFailure(errorText(error, 'Failed to remove profile image')),
  })
  if (!user) return null

  const choose = (file: File) => {
    setNote('')
    const error = fileError(file)
    setFailure(error === null ? null : { text: error })
    setChosen(error === null ? file : null)
  }
  const finish = (result: string, error: ErrorText | null = null) => {
    setChosen(null)
    setNote(result)
    setFailure(error)
  }
  if (chosen !== null) return <ChosenPicture file={chosen} onDone={finish} />

  return (
    <>
      {failure && <ErrorBanner className="m-4 mb-0" {...failure} />}
      <div className="pad flex items-center gap-4">
        <Avatar id={user.id} alias={user.alias} imageUrl={user.profileImageUrl} size="6rem" />
        <p className="mute">{hint}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
        <FileButton
          size="large"
          variant="primary"
          accept={pictureTypes.join(',')}
          onChoose={([file]) => file && choose(file)}
        >
          Choose Picture
        </FileButton>
        {user.profileImageUrl !== null && (
          <ConfirmButton
            size="large"
            variant="ghost"
            title="Remove picture"
            text="Your initials will be shown instead."
            action="Remove"
            onConfirm={() => remove.mutateAsync()}
          >
            Remove Picture
          </ConfirmButton>
        )}
        <p className="mute text-sm" role="status">
          {note}
        </p>
      </div>
    </>
  )
}

/** Why a file is rejected; null if it is valid. */
function fileError({ type, size }: File): string | null {
  if (!pictureTypes.some((known) => known === type)) return noPicture
  return size > maxPictureBytes ? pictureTooLarge : null
}
