import { openApiDocument } from '@stepledger/contracts/http/openapi.ts'
import type { FastifyInstance } from 'fastify'

/** GET /api/openapi.json: the description of every call, made when it is first asked for. */
export function serveOpenApi(app: FastifyInstance): void {
  let bytes: Buffer | null = null
  app.get('/api/openapi.json', async (_request, reply) => {
    bytes ??= Buffer.from(JSON.stringify(openApiDocument()))
    return reply.type('application/json; charset=utf-8').send(bytes)
  })
}
