import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { errorResponse } from './openapi-errors.ts'
import { answerHeaders, requestHeaders } from './openapi-headers.ts'
import { type Access, commonErrors, minutesOfProof, proofNeeded, type Route, takesBody } from './route.ts'

export function operation(service: string, route: Route): ZodOpenApiOperationObject {
  return {
    operationId: route.name,
    tags: [service],
    summary: route.summary,
    description: description(route),
    security: security(route.access),
    requestParams: requestParams(service, route),
    ...(takesBody(route) && { requestBody: requestBody(route) }),
    responses: responses(service, route),
  }
}

const requirements = {
  public: 'No authentication required.',
  game: 'Requires an API key or a session.',
  session: 'Requires a session; API keys are rejected.',
}

function description({ access, bodyLimit, needsProof, ...route }: Route): string {
  const authentication =
    access === 'public' || access === 'game' || access === 'session'
      ? requirements[access]
      : `Requires a session of a player with the permission ${access}.`
  const proof = needsProof
    ? ` The session must have proved its identity by password or passkey within ${minutesOfProof} minutes; otherwise 403 with the code ${proofNeeded}.`
    : ''
  const limit = takesBody(route) ? ` The body is limited to ${bodyLimit} bytes.` : ''
  return authentication + proof + limit
}

function security(access: Access): ZodOpenApiOperationObject['security'] {
  if (access === 'public') return []
  return access === 'game' ? [{ apiKey: [] }, { session: [] }] : [{ session: [] }]
}

function requestParams(service: string, route: Route): ZodOpenApiOperationObject['requestParams'] {
  const header = requestHeaders(service, route)
  return {
    ...(route.params instanceof z.ZodObject && { path: route.params }),
    ...(route.query instanceof z.ZodObject && { query: route.query }),
    ...(header && { header }),
  }
}

function requestBody(route: Route): ZodOpenApiOperationObject['requestBody'] {
  return {
    required: !route.body.safeParse(undefined).success,
    content: { 'application/json': { schema: route.body } },
  }
}

function responses(service: string, route: Route): ZodOpenApiResponsesObject {
  const headers = answerHeaders(service, route)
  const success = {
    description: route.summary,
    ...(headers && { headers }),
    content: { [route.media]: { schema: route.answer } },
  }
  const errors = [...new Set([...commonErrors(route), ...route.errors])].sort((a, b) => a - b)
  return Object.fromEntries([
    [`${route.status}`, success],
    ...errors.map((status) => [`${status}`, errorResponse(status)]),
  ])
}
