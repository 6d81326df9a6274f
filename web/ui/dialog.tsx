import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /**
   * `sheet`: centred. `top`: the same near the top, for content that grows. `drawer`: from the left edge. `aside`: at the right edge, on a phone at the bottom, without dimming
   * the page.
   */
  readonly shape?: 'sheet' | 'top' | 'drawer' | 'aside'
  readonly children: ReactNode
}

/** A modal on the native <dialog>: it traps and restores the focus, and closes on Escape and on a backdrop click. */
export function Dialog({ open, onClose, title, shape = 'sheet', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    if (open && element && !element.open) {
      element.showModal()
      // The focus starts at the current choice, or in the field of a search.
      element.querySelector<HTMLElement>(':checked, [role=combobox]')?.focus()
    }
    if (!open && element?.open) element.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop; Escape is handled by the dialog.
    <dialog
      ref={dialog}
      className={shape === 'top' ? 'sheet top' : shape}
      aria-labelledby={id}
      onClose={() => {
        // Also fires after close() above, when another dialog may be open already.
        if (open) onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {open && (
        <>
          <div className="flex min-h-13 items-center gap-3 border-b border-line py-1.5 pr-2 pl-4">
            <h2 id={id} className="mr-auto text-lg font-bold font-stretch-semi-expanded">
              {title}
            </h2>
            <button
              type="button"
              className="btn btn-ghost btn-square size-10"
              aria-label="Close"
              onClick={onClose}
            >
              <Icon name="close" />
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  )
}
