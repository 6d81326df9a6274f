import { type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'children'> {
  readonly name?: string
  readonly accept?: string
  /** Whether a folder is chosen, with all its files. */
  readonly folder?: boolean
  readonly onChoose: (files: FileList) => void
}

export function FileButton({ name, accept, folder = false, onChoose, ...button }: Props) {
  const input = useRef<HTMLInputElement | null>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={(element) => {
          input.current = element
          // React has no prop for it.
          if (element) element.webkitdirectory = folder
        }}
        type="file"
        multiple={folder}
        hidden
        accept={accept}
        aria-label={name}
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onChoose(currentTarget.files)
          // Cleared, so that choosing the same again fires a change event.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
