import { streamEvents } from '@stepledger/contracts/http/event-stream.ts'
import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/** Seconds, from a kept page to what a slow line takes. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Counts answers and how long they took, by the template of the route and never by the address, which may name
 * somebody.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Histogram({
    name: 'stepledger_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    // Open for as long as its reader likes.
    if (routeOptions.url === streamEvents.path) return done()
    const labels = { method, route: routeName(routeOptions.url), status: reply.statusCode }
    requests.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

/** Files of the website have a route each, with a name that changes from release to release. */
function routeName(url: string | undefined): string {
  if (url === undefined) return 'none'
  return url.startsWith('/assets/') ? '/assets/*' : url
}
