import { streamEvents } from '@stepledger/contracts/http/event-stream.ts'
import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/** Histogram buckets, s: from a cached page to a slow connection. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Counts responses and their durations by route template, never by URL, which may contain personal data.
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
    // An event stream: its duration depends on the client.
    if (routeOptions.url === streamEvents.path) return done()
    const labels = { method, route: routeName(routeOptions.url), status: reply.statusCode }
    requests.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

/** Static files share one label: each has its own route, whose name changes with every release. */
function routeName(url: string | undefined): string {
  if (url === undefined) return 'none'
  return url.startsWith('/assets/') ? '/assets/*' : url
}
