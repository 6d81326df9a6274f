import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import { type ReactNode, useMemo } from 'react'
import type { z } from 'zod'
import { useAddressParameters } from '../../app/use-address-parameters.ts'
import { withParameters } from '../../app/with-parameters.ts'
import { countText } from '../format.tsx'
import { SearchBox, SortSelect } from './list-body.tsx'
import { type Sorting, sortedBy } from './table.tsx'

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

/** The query parameters that all lists share. */
interface ListQuery extends Sorting {
  readonly page: number
  /** Left out by lists without a search. */
  readonly search?: string
}

interface ListSchema<Query extends ListQuery> {
  readonly shape: Readonly<Record<string, z.ZodType>>
  parse(given: unknown): Query
}

/** Parses the query from the URL; missing and invalid parameters take their defaults. */
export function queryFrom<Query extends ListQuery>(
  schema: ListSchema<Query>,
  address: URLSearchParams,
): Query {
  const valid = [...address].filter(([name, text]) => schema.shape[name]?.safeParse(text).success)
  return schema.parse(Object.fromEntries(valid))
}

/** The URL after a change, back on page 1. Defaults are omitted; unrelated parameters stay. */
export function changedAddress<Query extends ListQuery>(
  schema: ListSchema<Query>,
  address: URLSearchParams,
  change: Partial<Query>,
): URLSearchParams {
  const defaults = new Map<string, unknown>(Object.entries(schema.parse({})))
  const changes = Object.entries<unknown>(change).map(([name, value]) => [
    name,
    value === undefined || value === defaults.get(name) ? null : String(value),
  ])
  return withParameters(address, { page: null, ...Object.fromEntries(changes) })
}

/**
 * The query of a list, kept in the URL so that back, reload and links work, and a function to change it. Page links are
 * URLs of their own. `schema` must be a constant.
 */
export function useListState<Query extends ListQuery>(
  schema: ListSchema<Query>,
): [Query, (change: Partial<Query>) => void] {
  const [address, setAddress] = useAddressParameters()
  const query = useMemo(() => queryFrom(schema, address), [schema, address])
  const change = (what: Partial<Query>) =>
    setAddress(
      (now) => changedAddress(schema, now, what),
      // Further keystrokes of a search replace its history entry.
      Boolean(query.search) && Boolean(what.search),
    )
  return [query, change]
}
