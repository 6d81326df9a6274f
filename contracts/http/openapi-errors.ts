import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { errorAnswer } from './route.ts'

const retryAfter = z.object({
  'Retry-After': z.string().describe('Seconds to wait before the next attempt'),
})

const meanings: Readonly<Record<number, string>> = {
  400: 'Malformed path, query or JSON',
  401: 'Missing, invalid or expired token',
  403: 'Forbidden for this caller; for writes of the website also if X-XSRF-TOKEN is missing',
  404: 'Not found',
  409: 'Conflict with the current state',
  413: 'The body is too large',
  415: 'The body is not JSON, or it is compressed',
  422: 'A field of the body is invalid: `field` names it, `error` is the reason',
  429: 'Rate limit exceeded',
  431: 'Address and headers together exceed 16 KB',
  500: 'Internal error',
  503: 'Temporarily unavailable; retry after the number of seconds in Retry-After',
  507: 'The disk of the server is nearly full; retry later',
}

/** A component shared by all routes. Throws if the status has no description. */
export function errorResponse(status: number): ZodOpenApiResponseObject {
  const response = responses.get(status)
  if (!response) throw new Error(`openapi-errors.ts has no description of status ${status}`)
  return response
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
