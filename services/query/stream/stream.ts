import { Readable } from 'node:stream'
import { oldestPosition, streamEvents } from '@stepledger/contracts/http/event-stream.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import {
  formatStreamPosition,
  heartbeatSeconds,
  maxParked,
  parseStreamPosition,
  type StreamMessage,
  type StreamMessageName,
  type StreamPosition,
  streamBeginning,
  streamPatienceSeconds,
  streamPositionIn,
} from '@stepledger/contracts/stream.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ChangeSignal, changeSignal } from '../../platform/async/change-signal.ts'
import { coalesced } from '../../platform/async/single-flight.ts'
import { authorize } from '../../platform/http/authorize.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { QueryDeps } from '../deps.ts'
import { isoOf } from '../iso-of.ts'
import { connectionSlots } from '../live/connection-slots.ts'
import { measureStreams } from '../query-metrics.ts'
import { anHour, type Hours, hourOf, hoursOfPlays } from './hours.ts'
import type { News, PackNews } from './news.ts'
import { type Tail, tailOf } from './tail.ts'

/** Polling interval while there are readers, ms; notices trigger a refresh sooner. */
const pollMs = 1_000

interface StreamDeps
  extends Pick<
    QueryDeps,
    | 'database'
    | 'ledger'
    | 'log'
    | 'metrics'
    | 'now'
    | 'progress'
    | 'published'
    | 'push'
    | 'readModels'
    | 'streams'
  > {
  /** How long a reader may stall before it is disconnected. */
  readonly stallTimeoutMs?: number
}

interface OpenReader extends Reader {
  disconnect(): void
}

/** Serves the event stream: news and anonymous play counts as server-sent events. */
export function serveStream(app: FastifyInstance, deps: StreamDeps): void {
  const { log, push, streams, stallTimeoutMs = streamPatienceSeconds * 1_000 } = deps
  const delay = streams.delayMinutes * 60_000
  const partitions = deps.ledger.partitions.events
  const tail = tailOf({ ...deps, delay })
  const next = nextMessageOf(tail, hoursOfPlays({ ...deps, delay }), delay)
  const news = changeSignal()
  const readers = new Set<OpenReader>()
  const counts = measureStreams(deps.metrics, () => readers.size)
  const slots = connectionSlots({ max: streams, refused: counts.refused, what: 'event streams' })
  const shutdown = new AbortController()

  let packsChanged = true
  const markPacksChanged = () => {
    packsChanged = true
  }
  const { run: refresh } = coalesced(async () => {
    const packs = packsChanged
    packsChanged = false
    try {
      if (await tail.refresh(packs)) news.notify()
    } catch (error) {
      packsChanged = true
      throw error
    }
  })
  const refreshForReaders = () => {
    if (readers.size > 0)
      refresh().catch((error: unknown) =>
        log.warn(`the event stream could not be refreshed: ${String(error)}`),
      )
  }
  const timer = setInterval(() => {
    refreshForReaders()
    const now = performance.now()
    for (const reader of readers)
      if (reader.waitingSince !== null && now - reader.waitingSince > stallTimeoutMs) {
        counts.disconnected()
        reader.disconnect()
      }
  }, pollMs)
  const unsubscribe = push.subscribe((notice) => {
    if (notice.kind === 'player' || notice.kind === 'operations') return
    if (notice.kind === 'switched' || (notice.kind === 'folded' && notice.packs.length > 0))
      markPacksChanged()
    else if (notice.kind === 'folded') return
    refreshForReaders()
  }, markPacksChanged)
  // Ends the streams gracefully; readers reconnect to another process.
  app.addHook('preClose', async () => {
    clearInterval(timer)
    unsubscribe()
    shutdown.abort()
  })

  app.route({
    method: streamEvents.method,
    url: streamEvents.path,
    exposeHeadRoute: false,
    onRequest: async (request) => {
      request.caller = await authorize(app.guards, streamEvents, request)
    },
    handler: async (request, reply) => {
      const requested = requestedPosition(request, partitions)
      // A closed response emits no further 'close' event, so its slot would leak.
      if (reply.raw.destroyed) return reply.hijack()
      const refused = slots.take(addressKey(request.ip), reply.raw)
      if (refused) return reply.code(503).headers(refused.headers).send({ error: refused.error })
      await refresh()
      if (requested && !(await tail.reaches(requested.position)))
        throw new HttpError(400, `${requested.field} is beyond the end of this server's ledger`, {
          field: requested.field,
        })
      const position = requested?.position ?? (await tail.now())
      if (reply.raw.destroyed) return reply.hijack()
      return open(reply, position, requested?.isOldest === true)
    },
  })

  function open(reply: FastifyReply, requested: StreamPosition, isOldest: boolean): FastifyReply {
    const oldestHour = hourOf(tail.oldest())
    const skipped = requested.hour < oldestHour && !isOldest
    const from = requested.hour < oldestHour ? { ...requested, hour: oldestHour, part: 0 } : requested
    const closed = new AbortController()
    const reader: OpenReader = { waitingSince: null, disconnect: () => reply.raw.destroy() }
    const start = {
      oldest: isoOf(tail.oldest()),
      delayMinutes: streams.delayMinutes,
      skipped,
    }
    const signal = AbortSignal.any([shutdown.signal, closed.signal])
    const pieces = feed({ from, start, next, news, reader, signal })
    readers.add(reader)
    reply.raw.once('close', () => {
      readers.delete(reader)
      closed.abort()
    })
    return reply
      .headers({
        // Overlays may be served from other origins.
        'access-control-allow-origin': '*',
        // Disables response buffering in proxies such as nginx.
        'x-accel-buffering': 'no',
      })
      .type(`${streamEvents.media}; charset=utf-8`)
      .send(Readable.from(pieces, { highWaterMark: 1 }))
  }
}

interface Requested {
  readonly field: string
  readonly position: StreamPosition
  readonly isOldest: boolean
}

/** The position that a request names; null without one. Throws 400 for a malformed one. */
function requestedPosition(request: FastifyRequest, partitions: number): Requested | null {
  const { after } = parseInput(streamEvents.query, request.query, 'query')
  const { 'last-event-id': last } = request.headers
  const field = last === undefined || last === '' ? 'after' : 'Last-Event-ID'
  const text = field === 'after' ? after : String(last)
  if (text === undefined) return null
  if (text === oldestPosition) return { field, position: streamBeginning(partitions), isOldest: true }
  const position = parseStreamPosition(text)
  if (!position) throw new HttpError(400, `${field} must be the id of a message of this stream`, { field })
  return { field, position: streamPositionIn(partitions, position), isOldest: false }
}

interface Reader {
  /** When the pending piece was handed over, ms of `performance.now()`; null when nothing is pending. */
  waitingSince: number | null
}

interface FeedOptions {
  readonly from: StreamPosition
  readonly start: StreamMessage<'start'>
  readonly next: NextMessage
  readonly news: ChangeSignal
  readonly reader: Reader
  /** Ends the feed. */
  readonly signal: AbortSignal
}

/** Reconnection delay of a reader with jitter, ms. */
const retryMs = () => 2_000 + Math.floor(Math.random() * 8_000)

/**
 * Yields the pieces sent to one reader. Each waits until the previous one was consumed (backpressure), so at most one
 * message is buffered for a slow reader.
 */
async function* feed(options: FeedOptions): AsyncGenerator<string> {
  const { from, start, next, news, reader, signal } = options
  let position = from
  let piece: string | null = `retry: ${retryMs()}\n${framed('start', JSON.stringify(start), from)}`
  while (!signal.aborted) {
    if (piece !== null) {
      reader.waitingSince = performance.now()
      yield piece
      reader.waitingSince = null
    }
    const seen = news.last()
    const message = await next(position)
    if (message) {
      position = message.position
      piece = framed(message.name, message.data, position)
      continue
    }
    piece = (await news.after(seen, heartbeatSeconds * 1_000, signal)) ? null : ':\n\n'
  }
}

/** `data` is JSON without line breaks. */
function framed(name: string, data: string, position: StreamPosition): string {
  return `event: ${name}\nid: ${formatStreamPosition(position)}\ndata: ${data}\n\n`
}

/** A message and the position after it. */
interface PlacedMessage {
  readonly name: StreamMessageName
  readonly data: string
  readonly position: StreamPosition
}

/** Null when there is none. */
type NextMessage = (position: StreamPosition) => Promise<PlacedMessage | null>

/** `delay`: publication delay after the end of an hour, ms. */
function nextMessageOf(tail: Tail, hours: Hours, delay: number): NextMessage {
  return async (from) => {
    const oldestHour = hourOf(tail.oldest())
    let position = from.hour < oldestHour ? { ...from, hour: oldestHour, part: 0 } : from
    for (;;) {
      const news = nextNews(tail, position)
      const { hour, part } = position
      const isDue = hour < tail.released()
      if (news && (!isDue || news.at <= (hour + 1) * anHour + delay)) return news.message
      if (!isDue) return null
      const message = (await hours(hour))(part)
      const after = { ...position, ...(message?.next ? { part: message.next } : { hour: hour + 1, part: 0 }) }
      if (message) return { name: 'plays', data: message.data, position: after }
      position = after
    }
  }
}

function nextNews(
  tail: Tail,
  position: StreamPosition,
): { readonly at: number; readonly message: PlacedMessage } | null {
  let first: { at: number; message: PlacedMessage } | null = null
  const offer = (one: News | undefined, after: StreamPosition) => {
    if (one && (!first || one.at < first.at))
      first = { at: one.at, message: { name: one.name, data: one.data, position: after } }
  }
  const rules = tail.rules().find(({ offset }) => offset >= position.rules)
  if (rules) offer(rules, { ...position, rules: rules.offset + 1 })
  const { news, parked } = tail.packs()
  for (const [partition, list] of news) {
    const next = position.packs[partition] ?? 0
    const late = new Set(
      position.parked.filter((one) => one.partition === partition).map(({ offset }) => offset),
    )
    const pack = list.find(({ offset }) => offset >= next || late.has(offset))
    if (pack) offer(pack, afterPack(position, { partition, offset: pack.offset }, { news, parked }))
  }
  return first
}

/**
 * The position after the news `at`. It adds the parked events that were skipped on the way, and drops those that can no
 * longer produce news.
 */
function afterPack(position: StreamPosition, at: Position, { news, parked }: PackNews): StreamPosition {
  const next = position.packs[at.partition] ?? 0
  const isThis = (one: Position) => one.partition === at.partition && one.offset === at.offset
  const isParked = (one: Position) =>
    parked.some(({ partition, offset }) => one.partition === partition && one.offset === offset)
  const hasNews = (one: Position) =>
    news.get(one.partition)?.some(({ offset }) => one.offset === offset) === true
  const before = position.parked.filter((one) => !isThis(one) && (isParked(one) || hasNews(one)))
  const passed = parked.filter(
    ({ partition, offset }) => partition === at.partition && offset >= next && offset < at.offset,
  )
  return {
    ...position,
    packs: position.packs.with(at.partition, Math.max(next, at.offset + 1)),
    parked: [...passed, ...before].slice(0, maxParked),
  }
}
