import { useRef } from 'react'
import { Button, type ButtonLook } from '../../ui/button.tsx'

export const anotherFolder = 'Choose Another Folder'

interface Props {
  readonly label: string
  readonly look?: ButtonLook
  readonly onChoose: (files: FileList) => void
}

export function FolderButton({ label, look, onChoose }: Props) {
  const input = useRef<HTMLInputElement | null>(null)
  return (
    <>
      <Button size="large" look={look} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={(element) => {
          input.current = element
          // React has no prop for it.
          if (element) element.webkitdirectory = true
        }}
        type="file"
        multiple
        hidden
        aria-label="Pack folder"
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onChoose(currentTarget.files)
          // Cleared, so that choosing the same folder again fires a change event.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
