import { type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  readonly title: ReactNode
  readonly aside?: ReactNode
  readonly defaultOpen?: boolean
  readonly children: () => ReactNode
}

/** A collapsible row of a panel. Its content is rendered only while open. */
export function Disclosure({ title, aside, defaultOpen = false, children }: Props) {
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
