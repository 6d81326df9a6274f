import { Counter, Gauge, type Registry } from 'prom-client'
import type { PageCache } from './page-cache.ts'

/** What the kept pages save, worked out when asked. */
export function measurePageCache(cache: PageCache, registry: Registry): void {
  const registers = [registry]
  new Counter({
    name: 'stepledger_page_cache_lookups_total',
    help: 'Pages asked for: kept (hit), being rendered for another request (shared), rendered (miss)',
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
    help: 'Kept pages dropped since what they show had changed',
    registers,
    collect() {
      this.reset()
      this.inc(cache.counts.drops)
    },
  })
  new Gauge({
    name: 'stepledger_page_cache_bytes',
    help: 'Memory that kept pages take',
    registers,
    collect() {
      this.set(cache.size().bytes)
    },
  })
}

/** What happens to event streams. */
export interface StreamCounts {
  /** Cut off, since the reader took nothing for too long. */
  cut(): void
  refused(why: Exclude<LiveRefusal, 'account'>): void
}

/** `streams`: how many are open. */
export function measureStreams(registry: Registry, streams: () => number): StreamCounts {
  const registers = [registry]
  const cut = new Counter({
    name: 'stepledger_event_streams_cut_total',
    help: 'Event streams cut off, since their reader took nothing for too long',
    registers,
  })
  const refused = new Counter({
    name: 'stepledger_event_streams_refused_total',
    help: 'Event streams refused, since too many were open: of the address, of all',
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
  return { cut: () => cut.inc(), refused: (why) => refused.inc({ why }) }
}

/** Why a websocket was not opened, or closed at its hello: too many of the address, of the account, of all. */
export type LiveRefusal = 'address' | 'account' | 'all'

/** What happens on the websocket. */
export interface LiveCounts {
  /** Messages given to connections. */
  sent(messages: number): void
  /** Messages given up, since the connection reads too slowly and is cut off. */
  dropped(messages: number): void
  refused(why: LiveRefusal): void
}

/** `connections`: how many are open. */
export function measureLive(registry: Registry, connections: () => number): LiveCounts {
  const registers = [registry]
  const sent = new Counter({
    name: 'stepledger_push_messages_total',
    help: 'Messages sent over websockets',
    registers,
  })
  const dropped = new Counter({
    name: 'stepledger_push_dropped_total',
    help: 'Messages not sent, since the connection read too slowly and was cut off',
    registers,
  })
  const refused = new Counter({
    name: 'stepledger_websocket_refused_total',
    help: 'Websockets refused, since too many were open: of the address, of the account, of all',
    labelNames: ['why'],
    registers,
  })
  new Gauge({
    name: 'stepledger_websocket_connections',
    help: 'Open websockets',
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
