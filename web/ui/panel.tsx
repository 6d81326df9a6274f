import { type HTMLAttributes, type ReactNode, useId, useRef } from 'react'
import { useSize } from './use-size.ts'
import { PanelWidth } from './use-wide.ts'

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
  const width = useSize(box)?.width ?? null
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
