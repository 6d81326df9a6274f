import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** A name as a link to all charts with it; plain text without a name. */
export function ChartsBy({
  children,
  ...name
}: {
  artist?: string
  stepartist?: string
  children: ReactNode
}) {
  if (name.artist === '' || name.stepartist === '') return children
  return (
    <Link className="hit hover:underline" to={`/charts?${new URLSearchParams(name)}`}>
      {children}
    </Link>
  )
}
