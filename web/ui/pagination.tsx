import { Link, useSearchParams } from 'react-router-dom'
import { pageWindow, rowRange } from './page-window.ts'

interface Props {
  readonly page: number
  readonly perPage: number
  readonly total: number
  readonly totalPages: number
  /** The query parameter that holds the page; left out of the address for page 1. */
  readonly parameter?: string
}

/** Pages as links, so that each has an address; nothing at all for one page or none. */
export function Pagination({ page, perPage, total, totalPages, parameter = 'page' }: Props) {
  const [search] = useSearchParams()
  if (totalPages <= 1) return null
  const address = (n: number) => {
    const next = new URLSearchParams(search)
    if (n === 1) next.delete(parameter)
    else next.set(parameter, String(n))
    return { search: next.toString() }
  }
  const box = 'join-item btn btn-sm h-10 min-w-10 md:h-8 md:min-w-8'
  return (
    <nav
      className="flex items-center justify-between gap-2 border-t border-line px-4 py-3"
      aria-label="Pages"
    >
      <span className="mute hidden text-sm sm:inline">{rowRange(page, perPage, total)}</span>
      <div className="join flex-wrap">
        {pageWindow(page, totalPages).map((n, i, all) =>
          n === null ? (
            <span key={`after ${all[i - 1]}`} className="join-item mute grid w-8 place-items-center border-0">
              …
            </span>
          ) : (
            <Link
              key={n}
              to={address(n)}
              className={`${box} ${n === page ? 'btn-primary' : 'btn-ghost'}`}
              aria-current={n === page ? 'page' : undefined}
              aria-label={`Page ${n}`}
              preventScrollReset
            >
              {n}
            </Link>
          ),
        )}
      </div>
    </nav>
  )
}
