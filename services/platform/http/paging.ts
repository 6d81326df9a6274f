import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'

interface PageQuery {
  /** 1-based. */
  readonly page: number
  readonly limit: number
}

/** Returns the range of rows of a page. */
export function fromPage({ page, limit }: PageQuery): { from: number; limit: number } {
  return { from: (page - 1) * limit, limit }
}

/** Returns the pagination metadata of a list of `total` rows. */
export function pageMetaOf({ page, limit }: PageQuery, total: number): PageMeta {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, totalPages, hasNextPage: page < totalPages, hasPreviousPage: page > 1 }
}

/** Whether a list ends before this page. The first page of an empty list is not past its end. */
export function isPastEnd({ page, totalPages }: Pick<PageMeta, 'page' | 'totalPages'>): boolean {
  return page > Math.max(1, totalPages)
}
