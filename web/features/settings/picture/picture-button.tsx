import { pictureTypes } from '@stepledger/contracts/http/profile-image.ts'
import { useRef } from 'react'

/** Opens the file picker. */
export function PictureButton({ onChoose }: { onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="btn btn-primary h-11 md:h-10" onClick={() => input.current?.click()}>
        Choose Picture
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Cleared, so that choosing the same file again fires a change event.
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
