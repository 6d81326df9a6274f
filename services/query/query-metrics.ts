import { Counter, Gauge, type Registry } from 'prom-client'
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
  new Gauge({
    name: 'stepledger_page_cache_bytes',
    help: 'Memory used by cached pages',
    registers,
    collect() {
      this.set(cache.size().bytes)
    },
  })
}

/** Counters of event streams. */
interface StreamCounts {
  /** Disconnected because the reader stalled for too long. */
  disconnected(): void
  refused(why: Exclude<LiveRefusal, 'account'>): void
}

export function measureStreams(registry: Registry, streams: () => number): StreamCounts {
  const registers = [registry]
  const disconnected = new Counter({
    name: 'stepledger_event_streams_cut_total',
    help: 'Event streams disconnected because their reader stalled for too long',
    registers,
  })
  const refused = new Counter({
    name: 'stepledger_event_streams_refused_total',
    help: 'Event streams refused because too many were open: per address, in total',
    labelNames: ['why'],
    registers,
  })
  new Gauge({
    name: 'stepledger_event_streams',
    help: 'Open event streams',
    registers,
    collect() {
      this.set(streams())
    },
  })
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
  const registers = [registry]
  const sent = new Counter({
    name: 'stepledger_push_messages_total',
    help: 'Messages sent over WebSockets',
    registers,
  })
  const dropped = new Counter({
    name: 'stepledger_push_dropped_total',
    help: 'Messages dropped because the connection read too slowly and was closed',
    registers,
  })
  const refused = new Counter({
    name: 'stepledger_websocket_refused_total',
    help: 'WebSockets refused because too many were open: per address, per account, in total',
    labelNames: ['why'],
    registers,
  })
  new Gauge({
    name: 'stepledger_websocket_connections',
    help: 'Open WebSockets',
    registers,
    collect() {
      this.set(connections())
    },
  })
  return {
    sent: (messages) => sent.inc(messages),
    dropped: (messages) => dropped.inc(messages),
    refused: (why) => refused.inc({ why }),
  }
}
