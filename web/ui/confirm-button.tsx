import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props extends Omit<ComponentProps<typeof Button>, 'title' | 'onClick'> {
  /** The title of the dialog. */
  readonly title: string
  readonly text: string
  /** The label of the button that confirms. */
  readonly action: string
  /** Rejections are ignored: the caller shows the error. */
  readonly onConfirm: () => Promise<unknown>
}

/**
 * A button for an action that is confirmed in a dialog first. The dialog closes when the action has ended. It is outside of
 * the button's parents, which may be announced by screen readers when they change.
 */
export function ConfirmButton({ title, text, action, onConfirm, ...button }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const confirm = useMutation({ mutationFn: onConfirm, onSettled: close })
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {createPortal(
        <Dialog open={open} onClose={close} title={title}>
          <div className="pad">
            <p>{text}</p>
            <div className="mt-4 flex justify-end gap-2">
              <Button variant="ghost" onClick={close}>
                Cancel
              </Button>
              <Button variant="error" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
                {action}
              </Button>
            </div>
          </div>
        </Dialog>,
        document.body,
      )}
    </>
  )
}
