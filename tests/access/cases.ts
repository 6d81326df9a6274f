import { type Route, takesBody } from '@stepledger/contracts/http/route.ts'
import { allRoutes } from '@stepledger/contracts/http/routes.ts'

/** Every kind of caller. Operators hold every permission. */
const callerKinds = [
  'visitor',
  'player',
  'other player',
  'operator',
  'API key',
  'expired session',
  'player without a recent proof',
  'operator without a recent proof',
  'deleted key',
  'command of the machine',
  "operator's token",
] as const
export type CallerKind = (typeof callerKinds)[number]

/** `passes`: authorised, whatever the answer is. */
type Expected = 'passes' | 401 | 403

export interface AccessCase {
  readonly route: Route
  readonly kind: CallerKind
  readonly expected: Expected
}

/** Every route × every kind of caller. */
export function accessCases(routes: readonly Route[] = allRoutes): AccessCase[] {
  return routes.flatMap((route) =>
    callerKinds.map((kind) => ({ route, kind, expected: expectedFor(route, kind) })),
  )
}

function expectedFor({ access, needsProof, path }: Route, kind: CallerKind): Expected {
  if (kind === 'command of the machine' || kind === "operator's token")
    return access === 'public' || path.startsWith('/api/admin/') ? 'passes' : 403
  if (needsProof && kind.endsWith('without a recent proof')) return 403
  if (access === 'public') return 'passes'
  if (kind === 'visitor' || kind === 'expired session' || kind === 'deleted key') return 401
  if (access === 'game') return 'passes'
  if (kind === 'API key') return 403
  return access === 'session' || kind.startsWith('operator') ? 'passes' : 403
}

/** A request that reaches the route without side effects: its ids don't exist. */
export function harmlessRequest(route: Route): { method: string; path: string; body?: object } {
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) => valueFor(route, name))
  // An event stream never ends; an invalid cursor is refused at once.
  if (route.media === 'text/event-stream') return { method: route.method, path: `${path}?after=nothing` }
  return { method: route.method, path, ...(takesBody(route) && { body: {} }) }
}

const candidates = [
  'no-such-event',
  'BBBB-BBBB',
  '0123456789abcdef',
  '999999999',
  '00000000-0000-4000-8000-000000000000',
  '2026-03-01',
  '2026-03',
  'fi',
]

function valueFor(route: Route, name: string): string {
  // The other parameters are missing here, so only issues of this one count.
  const value = candidates.find((text) => {
    const { error } = route.params.safeParse({ [name]: text })
    return !error?.issues.some(({ path }) => path[0] === name)
  })
  if (value === undefined) throw new Error(`Add a value for ${name} of ${route.name} to cases.ts`)
  return value
}
