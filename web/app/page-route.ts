import type { ComponentType } from 'react'

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
}
