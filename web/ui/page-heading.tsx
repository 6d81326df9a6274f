import type { ReactNode } from 'react'

interface Props {
  readonly children: string
  readonly aside?: ReactNode
}

/** The heading of a page without a title card. */
export function PageHeading({ children, aside }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3 md:mb-6">
      <h1 className="mr-auto min-w-0 wrap-anywhere text-3xl font-extrabold font-stretch-expanded">
        {children}
      </h1>
      {aside}
    </div>
  )
}
