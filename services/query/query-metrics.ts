import { Counter, type Registry } from 'prom-client'
import { instruments } from '../platform/metrics/instruments.ts'
import type { PageCache } from './page-cache.ts'

/** Metrics of the page cache, collected on each scrape. */
export function measurePageCache(cache: PageCache, registry: Registry): void {
  const registers = [registry]
  new Counter({
    name: 'stepledger_page_cache_lookups_total',
    help: 'Page cache lookups: cached (hit), coalesced with the rendering of another request (shared), rendered (miss)',
    labelNames: ['result'],
    registers,
    collect() {
      const { hits, shared, misses } = cache.counts
      this.reset()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'shared' }, shared)
      this.inc({ result: 'miss' }, misses)
    },
  })
  new Counter({
    name: 'stepledger_page_cache_drops_total',
    help: 'Cached pages invalidated by a change',
    registers,
    collect() {
      this.reset()
      this.inc(cache.counts.drops)
    },
  })
  const { measured } = instruments(registry)
  measured('page_cache_bytes', 'Memory used by cached pages', () => cache.size().bytes)
}

interface StreamCounts {
  /** Disconnected because the reader stalled for too long. */
  disconnected(): void
  refused(why: Exclude<LiveRefusal, 'account'>): void
}

export function measureStreams(registry: Registry, streams: () => number): StreamCounts {
  const { counter, measured } = instruments(registry)
  const disconnected = counter(
    'event_streams_cut_total',
    'Event streams disconnected because their reader stalled for too long',
  )
  const refused = counter(
    'event_streams_refused_total',
    'Event streams refused because too many were open: per address, in total',
    'why',
  )
  measured('event_streams', 'Open event streams', streams)
  return { disconnected: () => disconnected.inc(), refused: (why) => refused.inc({ why }) }
}

/** Why a WebSocket was refused, or closed after its hello: too many per address, per account, in total. */
export type LiveRefusal = 'address' | 'account' | 'all'

/** Counters of WebSocket connections. */
export interface LiveCounts {
  sent(messages: number): void
  /** Messages dropped because the connection read too slowly and was closed. */
  dropped(messages: number): void
  refused(why: LiveRefusal): void
}

export function measureLive(registry: Registry, connections: () => number): LiveCounts {
  const { counter, measured } = instruments(registry)
  const sent = counter('push_messages_total', 'Messages sent over WebSockets')
  const dropped = counter(
    'push_dropped_total',
    'Messages dropped because the connection read too slowly and was closed',
  )
  const refused = counter(
    'websocket_refused_total',
    'WebSockets refused because too many were open: per address, per account, in total',
    'why',
  )
  measured('websocket_connections', 'Open WebSockets', connections)
  return {
    sent: (messages) => sent.inc(messages),
    dropped: (messages) => dropped.inc(messages),
    refused: (why) => refused.inc({ why }),
  }
}
