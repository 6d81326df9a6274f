import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { errorText } from '../../api/call-error.ts'
import { Icon } from '../icon.tsx'
import { Pagination } from '../pagination.tsx'
import { ErrorBanner, SkeletonRows } from '../states.tsx'
import { SearchField } from '../text-field.tsx'
import { typingPause } from '../use-now.ts'
import { useWide } from '../use-wide.ts'
import { type Sorting, skeletonRows } from './table.tsx'

interface Props<Row> {
  readonly read: UseQueryResult<{ readonly data: Row[]; readonly meta: PageMeta }>
  readonly sentence: string
  /** Put before the error message: "Error loading packs". */
  readonly prefix?: string
  readonly empty: ReactNode
  /** Renders the rows; null while loading, when a table shows skeleton rows. */
  readonly children: (rows: readonly Row[] | null) => ReactNode
}

/** A list's rows in all loading states, and its pagination. The previous rows stay, faded, while the next page loads. */
export function ListBody<Row>({ read, sentence, prefix, empty, children }: Props<Row>) {
  const wide = useWide()
  const failure = read.error && errorText(read.error, sentence)
  const { data: answer } = read
  return (
    <>
      {failure && (
        <ErrorBanner
          className="m-4"
          {...failure}
          text={prefix === undefined ? failure.text : `${prefix}: ${failure.text}`}
          onRetry={read.refetch}
        />
      )}
      {answer ? (
        <div aria-busy={read.isPlaceholderData} className={read.isPlaceholderData ? 'opacity-60' : ''}>
          {answer.meta.total > 0 ? children(answer.data) : empty}
        </div>
      ) : (
        !failure && (
          <>
            {children(null)}
            {wide ? (
              <span className="sr-only" role="status">
                Loading…
              </span>
            ) : (
              <SkeletonRows rows={skeletonRows} shape="card" />
            )}
          </>
        )
      )}
      {answer && <Pagination meta={answer.meta} />}
    </>
  )
}

interface SearchBoxProps {
  /** The accessible name, also shown as the placeholder: "Search songs". */
  readonly label: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly className?: string
}

export function SearchBox({ label, search, onSearch, className = '' }: SearchBoxProps) {
  const [text, setText] = useState(search)
  const [lastSearch, setLastSearch] = useState(search)
  // The URL changed by other means, such as Back: the box follows.
  if (search !== lastSearch) {
    setLastSearch(search)
    if (search !== text.trim()) setText(search)
  }
  const submit = useEffectEvent(() => {
    if (text.trim() !== search) onSearch(text.trim())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke restarts the timer.
  useEffect(() => {
    const timer = setTimeout(() => submit(), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <SearchField
      type="search"
      className={`h-10 w-full md:h-9 ${className}`}
      placeholder={`${label}...`}
      aria-label={label}
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

interface SortSelectProps<Column extends string> {
  readonly columns: readonly { readonly column: Column; readonly label: string }[]
  readonly sorting: Sorting<Column>
  /** Called with the column to sort by; the present one: in the other direction. */
  readonly onSort: (column: Column) => void
  readonly className?: string
}

/** Sorting without column headers: what the list is sorted by, and the direction. */
export function SortSelect<Column extends string>({
  columns,
  sorting,
  onSort,
  className = '',
}: SortSelectProps<Column>) {
  const upwards = sorting.orderDirection === 'asc'
  const choose = (name: string) => {
    const chosen = columns.find(({ column }) => column === name)
    if (chosen) onSort(chosen.column)
  }
  return (
    <div className={`flex gap-1 max-md:w-full ${className}`}>
      <select
        className="select h-10 grow md:h-9 md:w-36"
        aria-label="Sort"
        value={sorting.orderBy}
        onChange={(event) => choose(event.target.value)}
      >
        {columns.map(({ column, label }) => (
          <option key={column} value={column}>
            Sort: {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="btn btn-square size-10 md:size-9"
        aria-label={upwards ? 'Ascending; sort descending' : 'Descending; sort ascending'}
        title={upwards ? 'Ascending' : 'Descending'}
        onClick={() => onSort(sorting.orderBy)}
      >
        <Icon name="up" className={upwards ? '' : 'rotate-180'} />
      </button>
    </div>
  )
}
