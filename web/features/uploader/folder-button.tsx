import type { ButtonVariant } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'

export const anotherFolder = 'Choose Another Folder'

interface Props {
  readonly label: string
  readonly variant?: ButtonVariant
  readonly onChoose: (files: FileList) => void
}

export function FolderButton({ label, variant, onChoose }: Props) {
  return (
    <FileButton size="large" variant={variant} name="Pack folder" folder onChoose={onChoose}>
      {label}
    </FileButton>
  )
}
