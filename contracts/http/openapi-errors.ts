import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { errorAnswer } from './route.ts'

const retryAfter = z.object({
  'Retry-After': z.string().describe('Seconds after which to call again'),
})

const meanings: Readonly<Record<number, string>> = {
  400: 'Malformed: the address, the query or the JSON of the body',
  401: 'No token, or one that names nobody (any more)',
  403: 'Not for this caller; for writes of the website also a missing X-XSRF-TOKEN',
  404: 'There is no such thing',
  409: 'It meets something that is there already',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'A field of the body breaks a rule; `field` names it, `error` says which',
  429: 'Called too often',
  500: 'Our fault',
  503: 'Not just now; call again after as many seconds as Retry-After says',
  507: 'The disk of the server is nearly full; call again later',
}

/** The error answer with this status: a component that every route refers to. */
export function errorResponse(status: number): ZodOpenApiResponseObject {
  const known = responses.get(status)
  if (!known) throw new Error(`Say in openapi-errors.ts what ${status} means`)
  return known
}

const responses = new Map(
  Object.entries(meanings).map(([status, description]): [number, ZodOpenApiResponseObject] => [
    Number(status),
    {
      id: `Error${status}`,
      description,
      ...((status === '429' || status === '503' || status === '507') && { headers: retryAfter }),
      content: { 'application/json': { schema: errorAnswer } },
    },
  ]),
)
