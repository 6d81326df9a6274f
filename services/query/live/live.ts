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
import { connectionCount } from './connection-count.ts'
import { scheduler } from './scheduler.ts'
import { topicSubscriptions } from './topic-subscriptions.ts'

const path = '/live'

/**
 * Frames that a message may come in, and how long a peer may take to answer a close, ms; then the connection is cut.
 */
const ofSockets = { maxPayload: maxMessage, maxFragments: 16, closeTimeout: 2000 }

/** How often connections are asked whether they are still there, ms. */
const pingEvery = 30_000

type LiveDeps = Pick<
  QueryDeps,
  'identity' | 'log' | 'metrics' | 'players' | 'progress' | 'push' | 'readModels' | 'sockets'
>

/** The websocket: pages follow topics and hear what changed, after the read model holds it. */
export async function serveLive(app: FastifyInstance, deps: LiveDeps): Promise<void> {
  const { identity, log, push, sockets: most } = deps
  const { limits } = app.guards
  const topics = topicSubscriptions<Connection, PushTopic>()
  const connections = new Set<Connection>()
  const counts = measureLive(deps.metrics, () => connections.size)
  const soon = scheduler()
  const parts = { topics, identity, limits, counts, soon, accounts: connectionCount(most.perAccount) }

  const unsubscribe = push.subscribe(
    (notice) => void announce(deps, topics, notice).catch((error) => log.warn(`not pushed: ${error}`)),
    () => {
      for (const connection of connections)
        soon(() => connection.end(closeCode.goingAway, 'notices were lost, please fetch again'))
    },
  )
  const pinging = setInterval(() => {
    for (const connection of connections) soon(connection.ping)
  }, pingEvery)
  // Before the plugin's own, which would close connections without a reason.
  app.addHook('preClose', async () => {
    clearInterval(pinging)
    unsubscribe()
    for (const connection of connections) connection.end(closeCode.goingAway, 'the server is going down')
  })

  // Once an upgrade is asked for, Node no longer closes the connection: one that was refused would stay open.
  app.addHook('onResponse', async ({ headers, raw }) => {
    if (headers.upgrade !== undefined) raw.socket.destroy()
  })

  // A socket that breaks the protocol is closed already, with a code that says so.
  const errorHandler = (error: Error, socket: WebSocket) => {
    if (socket.readyState !== socket.OPEN) return
    log.warn(`live: ${error}`)
    socket.close(closeCode.serverError)
  }
  await app.register(websocket, { options: ofSockets, errorHandler })
  // The plugin would open websockets at any address, and close them then.
  app.addHook('onRequest', async (request) => {
    if (request.ws && request.routeOptions.url !== path)
      throw notFound('There is no websocket at this address')
  })

  // The websocket is no route of the contracts: it has no answer, only messages (contracts/push).
  app.register(async (scope) => {
    const onRequest = admitConnection({ most, limits, counts })
    scope.get(path, { websocket: true, onRequest }, (socket, { raw, ip }) => {
      const connection = connect(socket, { line: raw.socket, address: addressKey(ip) }, parts)
      connections.add(connection)
      socket.on('close', () => connections.delete(connection))
    })
  })
}
