import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'

interface PageQuery {
  /** 1-based. */
  readonly page: number
  readonly limit: number
}

export function fromPage({ page, limit }: PageQuery): { from: number; limit: number } {
  return { from: (page - 1) * limit, limit }
}

export function pageMetaOf({ page, limit }: PageQuery, total: number): PageMeta {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, totalPages, hasNextPage: page < totalPages, hasPreviousPage: page > 1 }
}

/** Whether a list ends before this page. The first page of an empty list is not past its end. */
export function isPastEnd({ page, totalPages }: Pick<PageMeta, 'page' | 'totalPages'>): boolean {
  return page > Math.max(1, totalPages)
}
