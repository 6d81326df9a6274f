import { createHash } from 'node:crypto'
import { type HrTime, ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { withDeadline } from '../async/with-deadline.ts'
import type { PlaySpan, PlayTracing } from './play-tracing.ts'

/** Interval between exports, timeout of one, and of the last one at a shutdown, ms. */
const exportEveryMs = 1_000
const exportTimeoutMs = 10_000
const shutdownMs = 500
const driftMs = 20

/**
 * Exports spans over OTLP/HTTP. The ids of a play's trace and of its root span are a hash of player and play, so every
 * process can compute them and nothing has to be propagated with the event. Spans are dropped while the collector is
 * away.
 */
export function otlpTracing(endpoint: string, services: string): PlayTracing {
  const timeOf = systemClock()
  const random = new RandomIdGenerator()
  /** The ids of the span that is being started, if it is a root. */
  let root: TraceIds | null = null
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'stepledger', 'stepledger.services': services }),
    idGenerator: {
      generateTraceId: () => root?.traceId ?? random.generateTraceId(),
      generateSpanId: () => root?.spanId ?? random.generateSpanId(),
    },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportEveryMs })],
  })
  const tracer = provider.getTracer('stepledger')

  return {
    record({ step, playId, player, start, end, attributes }: PlaySpan) {
      const ids = traceIdsOf(player, playId)
      const isRoot = step === 'request'
      const parent = isRoot
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags: TraceFlags.SAMPLED, isRemote: true })
      root = isRoot ? ids : null
      const span = tracer.startSpan(
        step,
        {
          kind: isRoot ? SpanKind.SERVER : SpanKind.INTERNAL,
          startTime: timeOf(start),
          attributes: { 'stepledger.play': playId, ...attributes },
        },
        parent,
      )
      root = null
      span.end(timeOf(end))
    },
    async stop() {
      await withDeadline(shutdownMs, provider.shutdown(), 'exporting traces').catch(() => {})
    },
  }
}

interface TraceIds {
  readonly traceId: string
  /** Of the root span. */
  readonly spanId: string
}

function traceIdsOf(player: string, playId: number): TraceIds {
  const hash = createHash('sha256').update(`${player}:${playId}`).digest('hex')
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
}

/**
 * Converts a time of `performance.now()` into one since 1970. The monotonic clock drifts from that of other processes, so
 * its origin follows the system clock when they differ by more than `driftMs`.
 */
function systemClock(): (ms: number) => HrTime {
  let origin = performance.timeOrigin
  return (ms) => {
    const actual = Date.now() - performance.now()
    if (Math.abs(actual - origin) > driftMs) origin = actual
    return hrTime(origin + ms)
  }
}

function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000)
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)]
}
