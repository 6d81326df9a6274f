import { z } from 'zod'

export const pageNumber = z.coerce.number().int().min(1).max(1_000_000)

export const pageMeta = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
})
export type PageMeta = z.infer<typeof pageMeta>

/** Default page size of lists of packs, simfiles and charts. */
export const listPageSize = 25

export const order = z.enum(['asc', 'desc'])
export type Order = z.infer<typeof order>

/** The query of a list: pagination, sort order and search. The first column is the default order. */
export function listQuery<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  return z.object({
    page: pageNumber.default(1),
    limit: z.coerce.number().int().min(1).max(100).default(listPageSize),
    search: z.string().trim().max(100).default(''),
    orderBy: z.enum(columns).default(columns[0]),
    orderDirection: order.default('asc'),
  })
}

/** A page of a list, with the filters of the request. */
export function listPage<Row extends z.ZodType, Filters extends z.ZodType>(row: Row, filters: Filters) {
  return z.object({ data: z.array(row), meta: pageMeta, filters })
}

/** Up to `max` values of the form `pattern`, separated by commas. */
export function listOf<Item>(item: z.ZodType<Item, string>, pattern: string, max: number) {
  return z
    .string()
    .max(max * 20)
    .regex(
      new RegExp(`^${pattern}(,${pattern}){0,${max - 1}}$`),
      `must be a list of up to ${max}, separated by commas`,
    )
    .transform((text) => text.split(','))
    .pipe(z.array(item))
}
