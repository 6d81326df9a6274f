import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'

interface Asked {
  /** From 1. */
  readonly page: number
  readonly limit: number
}

/** The range of rows that a page shows. */
export function fromPage({ page, limit }: Asked): { from: number; limit: number } {
  return { from: (page - 1) * limit, limit }
}

/** What an answer says of its page, of a list of `total` rows. */
export function pageMetaOf({ page, limit }: Asked, total: number): PageMeta {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, totalPages, hasNextPage: page < totalPages, hasPreviousPage: page > 1 }
}
