import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface Props {
  readonly artist?: string
  readonly stepartist?: string
  readonly className?: string
  readonly children: ReactNode
}

/** A name as a link to all charts with it; plain text without a name. */
export function ChartsBy({ className = 'hover:underline', children, ...name }: Props) {
  if (name.artist === '' || name.stepartist === '') return children
  return (
    <Link className={className} to={`/charts?${new URLSearchParams(name)}`}>
      {children}
    </Link>
  )
}
