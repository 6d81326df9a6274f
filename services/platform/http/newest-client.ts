import { newestClient, newestClientHeader } from '@stepledger/contracts/game-client/client.ts'
import type { FastifyInstance } from 'fastify'

/** Tells the game with every answer, errors too, which version of the module is the newest. */
export function sendNewestClientHeader(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/v1/')) reply.header(newestClientHeader, newestClient)
    done()
  })
}
