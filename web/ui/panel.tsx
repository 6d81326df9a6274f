import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  /** Right of the title: a toggle, a count. */
  readonly aside?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A titled surface; every list and card of the site sits on one. */
export function Panel({ title, aside, className = '', children }: Props) {
  const id = useId()
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id} className="mr-auto">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
