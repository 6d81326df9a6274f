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
