import { createHash } from 'node:crypto'
import { openApiDocument } from '@stepledger/contracts/http/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { type CachedBody, cachedBody } from '../platform/http/compress.ts'
import { addVary, sendCompressed } from '../platform/http/send-answer.ts'
import { docsPage } from './docs-page.ts'
import { docsScript } from './docs-script.ts'
import { docsStyle } from './docs-style.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Content security policy of the docs page: its own style and script only, and the font of the site. */
const policyOfDocs = [
  "default-src 'none'",
  `style-src ${hashOf(docsStyle)}`,
  `script-src ${hashOf(docsScript)}`,
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves GET /api/openapi.json, the OpenAPI description, and /api/docs, its HTML page. Each is created at the first
 * request and cached.
 */
export function serveOpenApi(app: FastifyInstance): void {
  let json: CachedBody | null = null
  let page: CachedBody | null = null
  app.get('/api/openapi.json', async (_request, reply) => {
    json ??= cachedBody(Buffer.from(JSON.stringify(openApiDocument())))
    addVary(reply)
    return sendCompressed(reply.type('application/json; charset=utf-8'), json)
  })
  app.get('/api/docs', async (_request, reply) => {
    page ??= cachedBody(Buffer.from(docsPage(openApiDocument())))
    addVary(reply)
    reply
      .headers({ 'content-security-policy': policyOfDocs, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
    return sendCompressed(reply, page)
  })
}
