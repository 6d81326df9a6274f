/** The steps of a play from the game to the pages, in order. The others are within `request` or follow it. */
type PlayStep = 'request' | 'validate' | 'append' | 'fold' | 'notice' | 'push'

/** A completed step. `start` and `end`: as of `performance.now()` in this thread, ms. */
export interface PlaySpan {
  readonly step: PlayStep
  readonly playId: number
  readonly player: string
  readonly start: number
  readonly end: number
  readonly attributes?: Readonly<Record<string, string | number>>
}

/** Records the steps of plays, in any process; those of one play are one trace. */
export interface PlayTracing {
  record(span: PlaySpan): void
  /** Sends what is recorded, for at most half a second. Never rejects. */
  stop(): Promise<void>
}

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
