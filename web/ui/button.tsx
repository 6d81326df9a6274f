import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'

/** By height, which is larger for touch: `small` in rows, `medium` above lists, `large` below forms. */
const sizes = {
  normal: '',
  small: 'btn-sm h-10 md:h-8',
  medium: 'h-10 md:h-9',
  large: 'h-11 md:h-10',
} as const
const variants = { plain: '', primary: 'btn-primary', ghost: 'btn-ghost', error: 'btn-error' } as const

export type ButtonVariant = keyof typeof variants

interface Props extends ComponentProps<'button'> {
  readonly size?: keyof typeof sizes
  readonly variant?: ButtonVariant
}

export function Button({ size = 'normal', variant = 'plain', className = '', ...button }: Props) {
  return (
    <button type="button" className={`btn ${variants[variant]} ${sizes[size]} ${className}`} {...button} />
  )
}

/** How long "Copied" is shown, ms. */
const confirmationMs = 1200

interface CopyButtonProps {
  readonly text: string
  /** The accessible name: "Copy hash". */
  readonly label: string
  readonly withLabel?: boolean
}

/** Copies a text. A clipboard failure is ignored, because the text is visible and can be selected. */
export function CopyButton({ text, label, withLabel = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Ignored, see above.
    }
  }
  return (
    <span className="inline-flex items-center gap-2">
      <button
        type="button"
        className={withLabel ? 'btn btn-sm h-10 md:h-8' : 'btn btn-ghost btn-sm btn-square size-10 md:size-7'}
        aria-label={withLabel ? undefined : label}
        onClick={copy}
      >
        <Icon name={copied ? 'check' : 'copy'} />
        {withLabel && (copied ? 'Copied' : label)}
      </button>
      {!withLabel && copied && <span className="text-xs">Copied</span>}
      <span className="sr-only" aria-live="polite">
        {copied ? 'Copied' : ''}
      </span>
    </span>
  )
}

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'title' | 'onClick'> {
  readonly title: string
  readonly text: string
  readonly action: string
  /** Rejections are ignored: the caller shows the error. */
  readonly onConfirm: () => Promise<unknown>
}

/**
 * A button for an action that is confirmed in a dialog first. The dialog closes when the action has ended. It is outside of
 * the button's parents, which may be announced by screen readers when they change.
 */
export function ConfirmButton({ title, text, action, onConfirm, ...button }: ConfirmButtonProps) {
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
