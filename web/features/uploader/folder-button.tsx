import type { ButtonLook } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'

export const anotherFolder = 'Choose Another Folder'

interface Props {
  readonly label: string
  readonly look?: ButtonLook
  readonly onChoose: (files: FileList) => void
}

export function FolderButton({ label, look, onChoose }: Props) {
  return (
    <FileButton size="large" look={look} name="Pack folder" folder onChoose={onChoose}>
      {label}
    </FileButton>
  )
}
