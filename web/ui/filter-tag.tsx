import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export function FilterTag({ children, onRemove }: { children: ReactNode; onRemove: () => void }) {
  return (
    <button type="button" className="inline-flex h-10 min-w-0 items-center md:h-6" onClick={onRemove}>
      <span className="inline-flex h-6 min-w-0 items-center gap-1 rounded-[2px] border border-(--line-2) px-1.5 text-xs font-semibold">
        <span className="sr-only">Remove filter</span>
        <span className="truncate">{children}</span>
        <Icon name="close" className="size-3 shrink-0" />
      </span>
    </button>
  )
}
