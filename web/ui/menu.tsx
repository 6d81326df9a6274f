import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface Props {
  readonly button: ReactNode
  readonly className?: string
  /** The edge of the button that the list is aligned with. */
  readonly align?: 'left' | 'right'
  /** Renders the list; `close` is for entries that are not links. */
  readonly children: (close: () => void) => ReactNode
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count - 1 : at - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A button that opens a list of links. Escape, an outside click, a choice, or leaving it with Tab closes it. */
export function Menu({ button, className = '', align = 'left', children }: Props) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!open) return
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      setOpen(false)
      opener.current?.focus()
      return
    }
    const step = steps[event.key]
    if (step === undefined) return
    if (!open) {
      if (event.key === 'ArrowDown') setOpen(true)
      else return
    }
    event.preventDefault()
    const move = () => {
      const entries = [...(root.current?.querySelectorAll<HTMLElement>('.drop :is(a, button)') ?? [])]
      const at = entries.findIndex((entry) => entry.matches(':focus'))
      entries[step(at, entries.length)]?.focus()
    }
    if (open) move()
    else requestAnimationFrame(move)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: key events that bubble up from the button and the links inside.
    <div
      ref={root}
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget))
          setOpen(false)
      }}
    >
      <button
        ref={opener}
        type="button"
        className={`btn btn-ghost btn-sm text-base ${className}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div id={id} className={`drop top-full mt-1 ${align === 'right' ? 'right-0' : 'left-0'}`}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  )
}
