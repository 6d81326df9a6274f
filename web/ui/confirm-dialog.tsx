import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly open: boolean
  readonly title: string
  readonly text: string
  readonly action: string
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function ConfirmDialog({ open, title, text, action, busy = false, onConfirm, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="pad">
        <p>{text}</p>
        <div className="mt-4 flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="error" disabled={busy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
