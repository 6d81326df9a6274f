import type { ComponentType } from 'react'
import type { Prefetch } from '../api/prefetch.ts'

/** Where somebody goes: what `path` has names for, and what stands behind the question mark. */
export interface PageAddress {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: URLSearchParams
}

/** A page of a feature; the features' `routes.ts` list them. */
export interface PageRoute {
  /** As React Router writes it, without the slash at its begin. */
  readonly path: string
  /** Who is not signed in goes to /login first. */
  readonly needsSession?: boolean
  /** Without anything of the site around it. */
  readonly bare?: boolean
  /** Fetches the page's part of the program, when somebody goes there. */
  readonly page: () => Promise<ComponentType>
  /** Asks for what the page shows first, while the page's part of the program is on its way. */
  readonly readsFirst?: (prefetch: Prefetch, address: PageAddress) => void
}
