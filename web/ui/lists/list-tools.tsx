import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { countText } from '../format.tsx'
import { Icon } from '../icon.tsx'
import { SearchField } from '../text-field.tsx'
import { typingPause } from '../use-debounced.ts'
import { type Sorting, sortedBy } from './list-address.ts'

interface Searched<Column extends string> extends Sorting<Column> {
  readonly search: string
}

interface Props<Column extends string> {
  /** "packs" */
  readonly what: string
  readonly columns: readonly { readonly column: Column; readonly label: string }[]
  readonly query: Searched<Column>
  readonly onChange: (change: Partial<Searched<Column>>) => void
  /** Undefined while loading. */
  readonly answer: { readonly data: readonly unknown[]; readonly meta: PageMeta } | undefined
  readonly children?: ReactNode
}

/** Search, sorting on phones and "Showing 25 of 143 packs" above a list. */
export function ListTools<Column extends string>(props: Props<Column>) {
  const { what, columns, query, onChange, answer, children } = props
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
      <SearchBox
        label={`Search ${what}`}
        className="md:w-72"
        search={query.search}
        onSearch={(search) => onChange({ search })}
      />
      <SortSelect
        className="md:hidden"
        columns={columns}
        sorting={query}
        onSort={(column) => onChange(sortedBy(query, column))}
      />
      {children}
      <span className="mute min-h-[1.125rem] text-sm md:ml-auto" role="status">
        {answer && `Showing ${countText(answer.data.length)} of ${countText(answer.meta.total)} ${what}`}
      </span>
    </div>
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
