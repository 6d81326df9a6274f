import type { PlayTracing } from './play-tracing.ts'

/**
 * Sends traces to an OpenTelemetry collector. `endpoint`: its base URL; without one there is no tracing. `services`: those
 * of this process or thread.
 */
export async function openTracing(endpoint: string | null, services: string): Promise<PlayTracing | null> {
  if (endpoint === null) return null
  // Loads libraries that are not needed without a collector.
  const { otlpTracing } = await import('./otlp-tracing.ts')
  return otlpTracing(endpoint, services)
}
