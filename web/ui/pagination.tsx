import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import type { MouseEvent } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { withParameters } from '../app/with-parameters.ts'
import { countText } from './format.tsx'

interface Props {
  readonly meta: Pick<PageMeta, 'page' | 'limit' | 'total' | 'totalPages'>
}

/** Links to pages, which the query parameter `page` names from 2. Renders nothing for one page or none. */
export function Pagination({ meta: { page, limit, total, totalPages } }: Props) {
  const [search] = useSearchParams()
  const address = (n: number) => ({
    search: withParameters(search, { page: n === 1 ? null : String(n) }).toString(),
  })
  if (totalPages > 0 && page > totalPages) return <Navigate to={address(totalPages)} replace />
  if (totalPages <= 1) return null
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-3"
      aria-label="Pages"
    >
      <span className="mute mr-auto hidden text-sm @min-[34rem]/panel:inline">
        {rowRange(page, limit, total)}
      </span>
      <div className="join w-full justify-center @min-[34rem]/panel:w-auto">
        {pageWindow(page, totalPages).map((n, i, all) =>
          n === null ? (
            <span
              key={`after ${all[i - 1]}`}
              className="mute grid w-6 place-items-center @min-[34rem]/panel:w-8"
            >
              …
            </span>
          ) : (
            <Link
              key={n}
              to={address(n)}
              className={`${box} min-w-8 @min-[34rem]/panel:min-w-10 md:min-w-8 ${n === page ? 'btn-primary' : 'btn-ghost'}`}
              aria-current={n === page ? 'page' : undefined}
              aria-label={`Page ${n}`}
              onClick={scrollToListTop}
            >
              {n}
            </Link>
          ),
        )}
      </div>
      <div className="flex w-full gap-2 @min-[34rem]/panel:w-auto">
        <Step name="Previous" to={page > 1 ? address(page - 1) : null} />
        <Step name="Next" to={page < totalPages ? address(page + 1) : null} />
      </div>
    </nav>
  )
}

const box = 'join-item btn btn-sm h-10 px-2 md:h-8'

/** A link to the previous or next page, which is disabled when there is none. */
function Step({ name, to }: { readonly name: string; readonly to: { readonly search: string } | null }) {
  const look = 'btn btn-sm h-10 grow @min-[34rem]/panel:w-24 @min-[34rem]/panel:grow-0 md:h-8'
  if (to === null) {
    return (
      <span
        className={`${look} pointer-events-none border-line bg-transparent font-normal text-(--ink-2)`}
        aria-hidden="true"
      >
        {name}
      </span>
    )
  }
  return (
    <Link to={to} className={look} onClick={scrollToListTop}>
      {name}
    </Link>
  )
}

/** Scrolls back to the top of the list if that is out of view. */
function scrollToListTop({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  const list = currentTarget.closest('section')
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' })
}

/** The pages that a pager shows: the first, the last, and two either side of the current; null is an ellipsis. */
export function pageWindow(page: number, totalPages: number): (number | null)[] {
  const shown = [1, totalPages]
  for (let n = page - 2; n <= page + 2; n++) if (n > 1 && n < totalPages) shown.push(n)
  const pages: (number | null)[] = []
  let last = 0
  for (const n of [...new Set(shown)].sort((a, b) => a - b)) {
    if (n - last > 1) pages.push(null)
    pages.push(n)
    last = n
  }
  return pages
}

/** The rows of a page: "26–50 of 214". */
export function rowRange(page: number, perPage: number, total: number): string {
  const first = Math.min((page - 1) * perPage + 1, total)
  return `${countText(first)}–${countText(Math.min(page * perPage, total))} of ${countText(total)}`
}

/** Parses a page number; invalid values give 1. */
export function pageFrom(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
