import websocket from '@fastify/websocket'
import type { PushTopic } from '@stepledger/contracts/push/messages.ts'
import type { FastifyInstance } from 'fastify'
import type { QueryDeps } from '../deps.ts'
import { measureLive } from '../query-metrics.ts'
import { announce } from './announce.ts'
import { type Connection, connect } from './connection.ts'
import { topicBook } from './topic-book.ts'

/** Bytes of one message from a browser. */
const maxMessage = 16 * 1024

/** How often silent connections are asked whether they are still there, ms. */
const pingEvery = 30_000

/** The websocket: pages follow topics and hear what changed, after the read model holds it. */
export async function serveLive(app: FastifyInstance, deps: QueryDeps): Promise<void> {
  await app.register(websocket, { options: { maxPayload: maxMessage } })
  const topics = topicBook<Connection, PushTopic>()
  const connections = new Set<Connection>()
  const counts = measureLive(deps.metrics, () => connections.size)

  const unsubscribe = deps.push.subscribe(
    (notice) => void announce(deps, topics, notice).catch((error) => deps.log.warn(`not pushed: ${error}`)),
    () => {
      for (const connection of connections) connection.end('notices were lost, please fetch again')
    },
  )
  const pinging = setInterval(() => {
    for (const connection of connections) connection.ping()
  }, pingEvery)
  app.addHook('preClose', async () => {
    clearInterval(pinging)
    unsubscribe()
    for (const connection of connections) connection.end('the server is going down')
  })

  // The websocket is no route of the contracts: it has no answer, only messages (contracts/push).
  app.register(async (scope) => {
    scope.get('/live', { websocket: true }, (socket) => {
      const connection = connect(socket, topics, deps.identity, counts)
      connections.add(connection)
      socket.on('close', () => connections.delete(connection))
    })
  })
}
