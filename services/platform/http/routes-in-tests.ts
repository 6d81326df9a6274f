import { nothing, route } from '@stepledger/contracts/http/route.ts'
import { chartHash } from '@stepledger/contracts/ids.ts'
import { z } from 'zod'
import type { Caller } from '../authentication/authentication.ts'
import { limitsInMemory } from '../limits/limits.ts'
import { defaultRateLimits } from '../limits/rate-limits.ts'
import { conflict } from './http-error.ts'
import { serve } from './serve.ts'
import { authenticationOf, testApp } from './test-app.ts'

const player: Caller = { by: 'session', playerId: 'p1', credentialId: 's1', permissions: new Set() }
const operator: Caller = { ...player, playerId: 'p2', permissions: new Set(['ledger.operate']) }
const key: Caller = { by: 'apiKey', playerId: 'p1', credentialId: 'k1', permissions: new Set() }
export const authentication = authenticationOf({
  player,
  operator,
  sl_key: key,
  sl_other: { ...key, credentialId: 'k2' },
})

export const readChart = route('readChart', 'GET /api/chart/:hash', {
  summary: '',
  params: z.object({ hash: chartHash }),
  query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
  answer: z.object({ hash: chartHash, page: z.int(), caller: z.string().nullable() }),
})
export const rename = route('rename', 'PUT /api/name', {
  access: 'session',
  summary: '',
  body: z.object({
    name: z.string('Name is required').min(3, 'Name must be longer'),
    tags: z.array(z.int()).max(2).optional(),
  }),
  answer: z.object({ name: z.string() }),
})
export const play = route('play', 'POST /v1/play', {
  access: 'game',
  summary: '',
  body: z.unknown(),
  answer: z.object({ by: z.string() }),
  bodyLimit: 1000,
  rate: 'play',
})
const operate = route('operate', 'GET /api/operate', {
  ...readChart,
  access: 'ledger.operate',
  params: nothing,
})

/** A server with all routes of this file. */
export function appForTests(limits = limitsInMemory(defaultRateLimits)) {
  const server = testApp({ authentication, limits })
  serve(server, readChart, ({ params, query, caller }) => ({
    hash: params.hash,
    page: query.page,
    caller: caller?.playerId ?? null,
  }))
  serve(server, rename, ({ body }) => {
    if (body.name === 'taken') throw conflict('This name is taken', 'name')
    if (body.name === 'crash') throw new Error('secret of the database')
    return { name: body.name }
  })
  serve(server, play, ({ caller }) => ({ by: caller.by }))
  serve(server, operate, () => ({ hash: '0123456789abcdef', page: 1, caller: null }))
  return server
}

/** The header of a request with this token. */
export const as = (token: string) => ({ authorization: `Bearer ${token}` })
