import { type HTMLAttributes, type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { PanelWidth, usePanelWidth } from './use-wide.ts'

interface Props {
  readonly title: string
  /** Right of the title; a text is muted. */
  readonly aside?: ReactNode
  readonly className?: string
  /** Handlers for the pointer entering and leaving the panel. */
  readonly area?: Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave'>
  readonly children: ReactNode
}

/** A titled surface; every list and card of the site uses one. Its content adapts to its width. */
export function Panel({ title, aside, className = '', area, children }: Props) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const width = usePanelWidth(box)
  return (
    <section ref={box} className={`panel ${className}`} aria-labelledby={id} {...area}>
      <div className="panel-head">
        <h2 id={id} className="mr-auto min-w-0 truncate" title={title}>
          {title}
        </h2>
        {typeof aside === 'string' ? <span className="mute text-sm">{aside}</span> : aside}
      </div>
      <PanelWidth value={width}>{children}</PanelWidth>
    </section>
  )
}

interface DisclosureProps {
  readonly title: ReactNode
  readonly aside?: ReactNode
  readonly defaultOpen?: boolean
  readonly children: () => ReactNode
}

/** A collapsible row of a panel. Its content is rendered only while open. */
export function Disclosure({ title, aside, defaultOpen = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(defaultOpen)
  return (
    <details
      open={open}
      className="group border-b border-line last:border-0"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 px-4 py-2 hover:bg-base-content/5 focus-visible:outline-2 focus-visible:-outline-offset-3 focus-visible:outline-base-content [&::-webkit-details-marker]:hidden">
        {/* A long title wraps beside the icon, not below it. */}
        <span className="mr-auto flex min-w-0 items-center gap-x-3">
          <Icon name="down" className="flex-none transition-none group-open:rotate-180" />
          <span className="min-w-0 font-semibold">{title}</span>
        </span>
        {aside !== undefined && <span className="mute text-sm">{aside}</span>}
      </summary>
      {open && <div className="border-t border-line">{children()}</div>}
    </details>
  )
}
