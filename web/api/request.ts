import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import type { z } from 'zod'

export interface RouteInput<P extends Shape, Q extends Shape, B extends Shape> {
  readonly params?: z.input<P>
  readonly query?: z.input<Q>
  readonly body?: z.input<B>
}

function entriesOf(part: unknown): [string, string][] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    value === undefined || value === null || value === ''
      ? []
      : [[name, String(value)] satisfies [string, string]],
  )
}

/** Path and query of a call: `/api/play/:id` with id 7 gives `/api/play/7`. */
export function routeAddress(
  route: Pick<Route, 'path'>,
  input: { params?: unknown; query?: unknown },
): string {
  const params = new Map(entriesOf(input.params))
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params.get(name) ?? ''))
  const query = new URLSearchParams(entriesOf(input.query)).toString()
  return query === '' ? path : `${path}?${query}`
}

export function cookieValue(cookies: string, name: string): string | null {
  for (const pair of cookies.split('; ')) {
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1))
  }
  return null
}
