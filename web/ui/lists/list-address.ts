import type { Order } from '@stepledger/contracts/http/shapes/listing.ts'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { z } from 'zod'
import { withParameters } from '../../app/with-parameters.ts'

export interface Sorting<Column extends string = string> {
  readonly orderBy: Column
  readonly orderDirection: Order
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

/** Toggles the direction of the sorted column; another column starts ascending. */
export function sortedBy<Column extends string>(now: Sorting<Column>, column: Column): Sorting<Column> {
  const turn = now.orderBy === column && now.orderDirection === 'asc'
  return { orderBy: column, orderDirection: turn ? 'desc' : 'asc' }
}

/**
 * The query of a list, kept in the URL so that back, reload and links work, and a function to change it. Page links are
 * URLs of their own. `schema` must be a constant.
 */
export function useListState<Query extends ListQuery>(
  schema: ListSchema<Query>,
): [Query, (change: Partial<Query>) => void] {
  const [address, setAddress] = useSearchParams()
  const query = useMemo(() => queryFrom(schema, address), [schema, address])
  const change = (what: Partial<Query>) =>
    setAddress((now) => changedAddress(schema, now, what), {
      // Further keystrokes of a search replace its history entry.
      replace: Boolean(query.search) && Boolean(what.search),
      preventScrollReset: true,
      // Controls update at once, however long the list loads.
      flushSync: true,
    })
  return [query, change]
}
