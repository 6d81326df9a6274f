import websocket, { type WebSocket } from '@fastify/websocket'
import type { OperationsPart, ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { closeCode, maxMessage, type PushTopic } from '@stepledger/contracts/push/messages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { notFound, tooMany } from '../../platform/http/http-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Notice } from '../../platform/push/push.ts'
import type { QueryDeps } from '../deps.ts'
import type { LiveCounts } from '../query-metrics.ts'
import { measureLive } from '../query-metrics.ts'
import { announce } from './announce.ts'
import { type Connection, connect } from './connection.ts'
import { connectionCount, connectionSlots } from './connection-slots.ts'
import { scheduler } from './scheduler.ts'
import type { TopicSubscriptions } from './topic-subscriptions.ts'
import { topicSubscriptions } from './topic-subscriptions.ts'

const path = '/live'

/** Maximum frames of a message, and the timeout of the close handshake, ms, after which the socket is destroyed. */
const socketOptions = { maxPayload: maxMessage, maxFragments: 16, closeTimeout: 2000 }

/** Interval of heartbeat pings, ms. */
const pingIntervalMs = 30_000

type LiveDeps = Pick<
  QueryDeps,
  | 'authentication'
  | 'log'
  | 'metrics'
  | 'players'
  | 'progress'
  | 'push'
  | 'readModels'
  | 'sockets'
  | 'tracing'
>

/** Serves the WebSocket: pages subscribe to topics and receive changes after the read model has folded them. */
export async function serveLive(app: FastifyInstance, deps: LiveDeps): Promise<void> {
  const { authentication, log, push, sockets: max } = deps
  const { limits } = app.guards
  const topics = topicSubscriptions<Connection, PushTopic>()
  const operators = operatorUpdates(topics, log)
  const connections = new Set<Connection>()
  const counts = measureLive(deps.metrics, () => connections.size)
  const schedule = scheduler()
  const parts = {
    topics,
    authentication,
    limits,
    counts,
    schedule,
    accounts: connectionCount(max.perAccount),
  }

  const unsubscribe = push.subscribe(
    (notice) => {
      operators.onNotice(notice)
      void announce(deps, topics, notice).catch((error) => log.warn(`a notice could not be pushed: ${error}`))
    },
    () => {
      for (const connection of connections)
        schedule(() => connection.end(closeCode.goingAway, 'notices were lost, please fetch again'))
    },
  )
  const pinging = setInterval(() => {
    for (const connection of connections) schedule(connection.ping)
  }, pingIntervalMs)
  // Runs before the hook of the plugin, which closes connections without a reason.
  app.addHook('preClose', async () => {
    clearInterval(pinging)
    unsubscribe()
    operators.stop()
    for (const connection of connections) connection.end(closeCode.goingAway, 'the server is shutting down')
  })

  // Node does not close a connection that requested an upgrade, so a refused one would stay open.
  app.addHook('onResponse', ({ headers, raw }, _reply, done) => {
    if (headers.upgrade !== undefined) raw.socket.destroy()
    done()
  })

  // A socket that violated the protocol is already closed with its own code.
  const errorHandler = (error: Error, socket: WebSocket) => {
    if (socket.readyState !== socket.OPEN) return
    log.warn(`WebSocket error: ${error}`)
    socket.close(closeCode.serverError)
  }
  await app.register(websocket, { options: socketOptions, errorHandler })
  // The plugin would accept upgrades at any address and close the sockets afterwards.
  app.addHook('onRequest', (request, _reply, done) => {
    const isElsewhere = request.ws && request.routeOptions.url !== path
    done(isElsewhere ? notFound('There is no websocket at this address') : undefined)
  })

  // The WebSocket is not a route of the contracts: it has no response, only messages (contracts/push).
  app.register(async (scope) => {
    const onRequest = admitConnection({ max, limits, counts })
    scope.get(path, { websocket: true, onRequest }, (socket, { raw, ip }) => {
      const connection = connect(socket, { tcpSocket: raw.socket, address: addressKey(ip) }, parts)
      connections.add(connection)
      socket.on('close', () => connections.delete(connection))
    })
  })
}

interface AdmissionOptions {
  readonly max: Config['sockets']
  readonly limits: Limits
  readonly counts: LiveCounts
}

/**
 * A hook of the WebSocket route, run before the upgrade. Answers 429 when the address has too many connections or
 * exceeds its rate limit, 503 when there are too many in total. The slot is released when the TCP connection closes.
 */
function admitConnection({ max, limits, counts }: AdmissionOptions) {
  const slots = connectionSlots({ max, refused: counts.refused, what: 'live connections' })

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.ws) return
    const address = addressKey(request.ip)
    const wait = await limits.take('read', address)
    if (wait > 0) throw tooMany(wait)

    const tcpSocket = request.raw.socket
    // A destroyed socket emits no further 'close' event, so its slot would leak.
    if (tcpSocket.destroyed) return reply.hijack()
    const refused = slots.take(address, tcpSocket)
    if (refused) return reply.code(503).headers(refused.headers).send({ error: refused.error })
  }
}

/**
 * Delay of a message after the first change, ms: later changes are coalesced into it. Longer than the reads of the page
 * are cached, so that a page that fetches again does not get an answer from before the change.
 */
const delayMs = 1_200

/** Sends subscribers of `ops` which part of the operations page changed. */
function operatorUpdates(topics: TopicSubscriptions<Connection, PushTopic>, { warn }: Pick<Log, 'warn'>) {
  const timers = new Map<OperationsPart, NodeJS.Timeout>()
  const send = (about: OperationsPart) => {
    timers.delete(about)
    const message: ServerMessage = { type: 'changed', topic: 'ops', generation: null, about }
    const text = Buffer.from(JSON.stringify(message))
    for (const follower of topics.followersOf('ops'))
      follower.sendToOperator(text).catch((error) => warn(`an operator could not be notified: ${error}`))
  }
  return {
    onNotice(notice: Notice): void {
      if (topics.followersOf('ops').size === 0) return
      for (const about of partsOf(notice))
        if (!timers.has(about)) timers.set(about, setTimeout(send, delayMs, about))
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

/**
 * The parts that a notice changes. A switch also reaches all topics at once, but a page that then fetches can get the
 * cached state from before it.
 */
function partsOf(notice: Notice): readonly OperationsPart[] {
  switch (notice.kind) {
    case 'operations':
      return [notice.about]
    case 'folded':
      // Charts that wait for a decision are shown beside the uploads.
      return notice.packs.length + notice.charts.length > 0 ? ['folding', 'uploads'] : ['folding']
    case 'standings':
      return ['folding']
    case 'switched':
      return ['folding', 'rules']
    case 'player':
      return []
  }
}
