import type { ReactNode } from 'react'

interface Props {
  /** What kind of page it is: "Chart". */
  readonly name: string
  readonly children: ReactNode
}

/**
 * A page that has no title of its own to show yet, or never will: its kind as a heading for screen readers, over what
 * replaces it.
 */
export function PageState({ name, children }: Props) {
  return (
    <>
      <h1 className="sr-only">{name}</h1>
      {children}
    </>
  )
}
