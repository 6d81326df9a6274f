import { useRef } from 'react'

export const anotherFolder = 'Choose Another Folder'

interface Props {
  readonly label: string
  readonly look?: 'primary' | 'plain'
  readonly onChoose: (files: FileList) => void
}

/** Opens the browser's folder picker. */
export function FolderButton({ label, look = 'plain', onChoose }: Props) {
  const input = useRef<HTMLInputElement | null>(null)
  return (
    <>
      <button
        type="button"
        className={`btn h-11 md:h-10 ${look === 'primary' ? 'btn-primary' : ''}`}
        onClick={() => input.current?.click()}
      >
        {label}
      </button>
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
