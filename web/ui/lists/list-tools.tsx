import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import type { ReactNode } from 'react'
import { countText } from '../count-text.ts'
import { type Sorting, sortedBy } from './list-address.ts'
import { SearchBox } from './search-box.tsx'
import { SortSelect } from './sort-select.tsx'

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
