import websocket, { type WebSocket } from '@fastify/websocket'
import { closeCode, maxMessage, type PushTopic } from '@stepledger/contracts/push/messages.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../platform/http/http-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import type { QueryDeps } from '../deps.ts'
import { measureLive } from '../query-metrics.ts'
import { admitConnection } from './admit-connection.ts'
import { announce } from './announce.ts'
import { type Connection, connect } from './connection.ts'
import { connectionCount } from './connection-slots.ts'
import { operatorUpdates } from './operator-updates.ts'
import { scheduler } from './scheduler.ts'
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
