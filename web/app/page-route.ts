import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { ComponentType } from 'react'
import type { Prefetch } from '../api/prefetch.ts'

/** The path parameters and the query of the navigation, and who looks. */
export interface PageAddress {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: URLSearchParams
  readonly board: BoardName
  /** The id of the signed-in player, or null. */
  readonly viewer: string | null
}

/** A page of a feature; the features' `routes.ts` list them. */
export interface PageRoute {
  /** In React Router's syntax, without the leading slash. */
  readonly path: string
  /** Visitors are redirected to /login. */
  readonly needsSession?: boolean
  /** Rendered without the navigation and the footer. */
  readonly bare?: boolean
  readonly page: () => Promise<ComponentType>
  /** Prefetches the page's first reads while its chunk loads. */
  readonly readsFirst?: (prefetch: Prefetch, address: PageAddress) => void
}
