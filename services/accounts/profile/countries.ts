import { createHash } from 'node:crypto'
import { listCountries } from '@stepledger/contracts/http/countries.ts'
import type { FastifyInstance } from 'fastify'
import { countries } from '../../platform/countries/countries.ts'
import { cachedBody } from '../../platform/http/cached-body.ts'
import { Rendered } from '../../platform/http/send-answer.ts'
import { serve } from '../../platform/http/serve.ts'

/** Serves the list of countries, which changes only with a release. */
export function serveCountries(app: FastifyInstance): void {
  const bytes = Buffer.from(JSON.stringify({ countries }))
  const etag = `W/"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  const list = new Rendered(cachedBody(bytes), { etag, 'cache-control': 'public, max-age=3600' })
  serve(app, listCountries, () => list)
}
