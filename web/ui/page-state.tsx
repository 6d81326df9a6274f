import type { ReactNode } from 'react'

interface Props {
  /** The kind of page: "Chart". */
  readonly name: string
  readonly children: ReactNode
}

/** A page that is loading or failed: its kind as a heading for screen readers, over the given content. */
export function PageState({ name, children }: Props) {
  return (
    <>
      <h1 className="sr-only">{name}</h1>
      {children}
    </>
  )
}
