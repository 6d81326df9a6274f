import { streamEvents } from '@stepledger/contracts/http/event-stream.ts'
import type { FastifyInstance, onResponseHookHandler } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Ledger } from '../ledger/ledger.ts'

/**
 * Sampling interval of the event loop's delay, ms, which the histogram includes. With the default of 10 ms an idle process
 * wakes up a hundred times a second.
 */
const eventLoopMonitoringPrecision = 100

export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision })
  return registry
}

/** Histogram buckets, s: from a cached page to a slow connection. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Counts responses and their durations by route template, never by URL, which may contain personal data. Routes must be
 * added afterwards.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Histogram({
    name: 'stepledger_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const observe = (route: string): onResponseHookHandler => {
    return ({ method }, reply, done) => {
      requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
      done()
    }
  }
  app.addHook('onRoute', (route) => {
    // An event stream: its duration depends on the client.
    if (route.url === streamEvents.path) return
    // In the hook of the route, because `request.routeOptions` costs more than counting.
    route.onResponse = [observe(routeName(route.url)), ...[route.onResponse ?? []].flat()]
  })
  const observeUnknown = observe('none')
  app.addHook('onResponse', function (request, reply, done) {
    if (request.is404) observeUnknown.call(this, request, reply, done)
    else done()
  })
}

/** Static files share one label: each has its own route, whose name changes with every release. */
function routeName(url: string): string {
  return url.startsWith('/assets/') ? '/assets/*' : url
}

/** Wraps a ledger to count and time its appends, from the call until the event is durable. */
export function measureAppends(ledger: Ledger, registry: Registry): Ledger {
  const appends = new Histogram({
    name: 'stepledger_ledger_append_duration_seconds',
    help: 'Until an event is durable, or was refused',
    labelNames: ['topic', 'outcome'],
    buckets: [...buckets, 10],
    registers: [registry],
  })
  return {
    ...ledger,
    async append(topic, event) {
      const end = appends.startTimer({ topic })
      try {
        const position = await ledger.append(topic, event)
        end({ outcome: 'stored' })
        return position
      } catch (error) {
        end({ outcome: 'failed' })
        throw error
      }
    },
  }
}
