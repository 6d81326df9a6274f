import { pictureTypes } from '@stepledger/contracts/http/profile-image.ts'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

/** Opens the file picker. */
export function PictureButton({ onChoose }: { onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="large" look="primary" onClick={() => input.current?.click()}>
        Choose Picture
      </Button>
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
