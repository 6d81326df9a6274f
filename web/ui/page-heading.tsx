import type { ReactNode } from 'react'
import { useDocumentTitle } from './use-document-title.ts'

interface Props {
  readonly children: string
  readonly aside?: ReactNode
  /** The tab's title. */
  readonly title?: string
}

/** The heading of a page without a title card, also the tab's title. */
export function PageHeading({ children, aside, title = children }: Props) {
  useDocumentTitle(title)
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3 md:mb-6">
      <h1 className="mr-auto min-w-0 wrap-anywhere text-3xl font-extrabold font-stretch-expanded">
        {children}
      </h1>
      {aside}
    </div>
  )
}
