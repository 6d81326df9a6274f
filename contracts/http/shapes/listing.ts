import { z } from 'zod'
import { pageMeta, pageNumber } from './paging.ts'

/** Rows of a page of packs, simfiles or charts, unless the request asks for another number. */
export const listPageSize = 25

const order = z.enum(['asc', 'desc'])
export type Order = z.infer<typeof order>

/** What every list takes: which page, in which order, and what to look for. */
export function listQuery<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  return z.object({
    page: pageNumber.default(1),
    limit: z.coerce.number().int().min(1).max(100).default(listPageSize),
    search: z.string().trim().max(100).default(''),
    orderBy: z.enum(columns).default(columns[0]),
    orderDirection: order.default('asc'),
  })
}

/** A page of a list, with the filters that it was asked for. */
export function listPage<Row extends z.ZodType, Filters extends z.ZodType>(row: Row, filters: Filters) {
  return z.object({ data: z.array(row), meta: pageMeta, filters })
}
