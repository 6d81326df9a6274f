import { Readable } from 'node:stream'
import { oldestPosition, streamEvents } from '@stepledger/contracts/http/event-stream.ts'
import { streamPatienceSeconds } from '@stepledger/contracts/stream/messages.ts'
import {
  parseStreamPosition,
  type StreamPosition,
  streamBeginning,
} from '@stepledger/contracts/stream/position.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorize } from '../../platform/http/authorize.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { QueryDeps } from '../deps.ts'
import { connectionSlots } from '../live/connection-slots.ts'
import { measureStreams } from '../query-metrics.ts'
import { feed, type Reader } from './feed.ts'
import { hourOf } from './hour.ts'
import { hoursOfPlays } from './hours.ts'
import { moments } from './moments.ts'
import { nextMessageOf } from './next-message.ts'
import { tailOf } from './tail.ts'

/** How often it is looked whether there is more to tell, ms, while somebody reads; notices say sooner. */
const lookEvery = 1_000

export interface StreamDeps
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
    | 'readNoiseKey'
    | 'streams'
  > {
  /** After how long a reader that takes nothing is cut off, ms. */
  readonly patience?: number
}

interface OpenReader extends Reader {
  cut(): void
}

/** The event stream: what happens, without a person in it, as server-sent events. */
export function serveStream(app: FastifyInstance, deps: StreamDeps): void {
  const { log, push, streams, patience = streamPatienceSeconds * 1_000 } = deps
  const delay = streams.delayMinutes * 60_000
  const tail = tailOf({ ...deps, delay })
  const next = nextMessageOf(tail, hoursOfPlays({ ...deps, delay }), delay)
  const news = moments()
  const readers = new Set<OpenReader>()
  const counts = measureStreams(deps.metrics, () => readers.size)
  const places = connectionSlots({ most: streams, refused: counts.refused, what: 'event streams' })
  const ending = new AbortController()

  // One at a time; what is asked for meanwhile is done once more after it.
  let looking: Promise<void> | null = null
  let again = false
  let packsChanged = true
  const look = (): Promise<void> => {
    again = true
    looking ??= (async () => {
      while (again) {
        again = false
        const packs = packsChanged
        packsChanged = false
        try {
          if (await tail.refresh(packs)) news.tell()
        } catch (error) {
          packsChanged = true
          throw error
        }
      }
    })().finally(() => {
      looking = null
    })
    return looking
  }
  const lookForReaders = () => {
    if (readers.size > 0) look().catch((error: unknown) => log.warn(`event stream: ${String(error)}`))
  }
  const timer = setInterval(() => {
    lookForReaders()
    const now = performance.now()
    for (const reader of readers)
      if (reader.waitingSince !== null && now - reader.waitingSince > patience) {
        counts.cut()
        reader.cut()
      }
  }, lookEvery)
  const unsubscribe = push.subscribe(
    (notice) => {
      if (notice.kind === 'player') return
      if (notice.kind === 'switched' || (notice.kind === 'folded' && notice.packs.length > 0))
        packsChanged = true
      else if (notice.kind === 'folded') return
      lookForReaders()
    },
    () => {
      packsChanged = true
    },
  )
  // Readers hear the end of their streams, and come again elsewhere.
  app.addHook('preClose', async () => {
    clearInterval(timer)
    unsubscribe()
    ending.abort()
  })

  app.route({
    method: streamEvents.method,
    url: streamEvents.path,
    exposeHeadRoute: false,
    onRequest: async (request) => {
      request.caller = await authorize(app.guards, streamEvents, request)
    },
    handler: async (request, reply) => {
      const asked = askedPosition(request)
      const refused = places.take(addressKey(request.ip), reply.raw)
      if (refused) return reply.code(503).headers(refused.headers).send({ error: refused.error })
      await look()
      if (asked && !(await tail.reaches(asked.position)))
        throw new HttpError(400, `${asked.field} lies beyond what this server has`, { field: asked.field })
      return open(reply, asked?.position ?? (await tail.now()))
    },
  })

  function open(reply: FastifyReply, asked: StreamPosition): FastifyReply {
    const oldestHour = hourOf(tail.oldest())
    const skipped = asked.hour < oldestHour && asked !== streamBeginning
    const from = asked.hour < oldestHour ? { ...asked, hour: oldestHour, part: 0 } : asked
    const closed = new AbortController()
    const reader: OpenReader = { waitingSince: null, cut: () => reply.raw.destroy() }
    const start = {
      oldest: new Date(tail.oldest()).toISOString(),
      delayMinutes: streams.delayMinutes,
      skipped,
    }
    const signal = AbortSignal.any([ending.signal, closed.signal])
    const pieces = feed({ from, start, next, moments: news, reader, signal })
    readers.add(reader)
    reply.raw.once('close', () => {
      readers.delete(reader)
      closed.abort()
    })
    return reply
      .headers({
        // An overlay may be a page of another host: everybody may read this.
        'access-control-allow-origin': '*',
        // Some proxies keep an answer back until it is whole.
        'x-accel-buffering': 'no',
      })
      .type(`${streamEvents.media}; charset=utf-8`)
      .send(Readable.from(pieces, { highWaterMark: 1 }))
  }
}

/** The position that a request asks for; null where it asks for none. Throws 400. */
function askedPosition(request: FastifyRequest): { field: string; position: StreamPosition } | null {
  const { after } = parseInput(streamEvents.query, request.query, 'query')
  const { 'last-event-id': last } = request.headers
  const field = last === undefined || last === '' ? 'after' : 'Last-Event-ID'
  const text = field === 'after' ? after : String(last)
  if (text === undefined) return null
  if (text === oldestPosition) return { field, position: streamBeginning }
  const position = parseStreamPosition(text)
  if (!position) throw new HttpError(400, `${field} must be the id of a message of this stream`, { field })
  return { field, position }
}
