import type { Order } from '@stepledger/contracts/http/shapes/listing.ts'
import type { z } from 'zod'

/** By which column a list is sorted, and which way. */
export interface Sorting<Column extends string = string> {
  readonly orderBy: Column
  readonly orderDirection: Order
}

/** What every list is asked for; the query of its call has more, such as filters. */
export interface ListQuery extends Sorting {
  readonly page: number
  readonly search: string
}

/** The query of a list's route: each parameter by its name, and all of them with their defaults. */
export interface ListSchema<Query extends ListQuery> {
  readonly shape: Readonly<Record<string, z.ZodType>>
  parse(given: unknown): Query
}

/** The query that an address names; what it leaves out or gets wrong is the default. */
export function queryFrom<Query extends ListQuery>(
  schema: ListSchema<Query>,
  address: URLSearchParams,
): Query {
  const right = [...address].filter(([name, text]) => schema.shape[name]?.safeParse(text).success)
  return schema.parse(Object.fromEntries(right))
}

/**
 * The address after a change, which begins with the first page again. Defaults are left out, what is no part of the
 * query stays.
 */
export function changedAddress<Query extends ListQuery>(
  schema: ListSchema<Query>,
  address: URLSearchParams,
  change: Partial<Query>,
): URLSearchParams {
  const defaults = new Map<string, unknown>(Object.entries(schema.parse({})))
  const next = new URLSearchParams(address)
  next.delete('page')
  for (const [name, value] of Object.entries<unknown>(change)) {
    if (value === undefined || value === defaults.get(name)) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** The sorted column turns round, another one begins ascending. */
export function sortedBy<Column extends string>(now: Sorting<Column>, column: Column): Sorting<Column> {
  const turn = now.orderBy === column && now.orderDirection === 'asc'
  return { orderBy: column, orderDirection: turn ? 'desc' : 'asc' }
}
