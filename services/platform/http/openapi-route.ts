import { createHash } from 'node:crypto'
import { openApiDocument } from '@stepledger/contracts/http/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { docsPage } from './api-docs/docs-page.ts'
import { docsStyle } from './api-docs/docs-style.ts'

/** Content security policy of the docs page: its inline style only. */
const policyOfDocs = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves GET /api/openapi.json, the OpenAPI description, and /api/docs, its HTML page. Each is created at the first
 * request and cached.
 */
export function serveOpenApi(app: FastifyInstance): void {
  let bytes: Buffer | null = null
  let page: Buffer | null = null
  app.get('/api/openapi.json', async (_request, reply) => {
    bytes ??= Buffer.from(JSON.stringify(openApiDocument()))
    return reply.type('application/json; charset=utf-8').send(bytes)
  })
  app.get('/api/docs', async (_request, reply) => {
    page ??= Buffer.from(docsPage(openApiDocument()))
    return reply
      .headers({ 'content-security-policy': policyOfDocs, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
}
